"""DOTS with 72 cards: its rulings one by one, an independent referee, the deck, and what a seat may know."""
