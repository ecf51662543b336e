"""Dobble Connect: its rulings one by one, an independent referee, the deck, the drill, and what people see."""
