"""Dot Allot: its rulings one by one, an independent referee, deck files, and what a seat may see."""
