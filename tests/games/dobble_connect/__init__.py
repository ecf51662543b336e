"""Dobble Connect: rulings, an independent oracle, deck, drill, bots and what people see."""
