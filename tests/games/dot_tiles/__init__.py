"""DOT: Dice or Tiles: its rulings one by one, an independent referee, and what a seat may see."""
