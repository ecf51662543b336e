"""Pictures of the tiles and the score sheet of DOT: Dice or Tiles."""

from dottable.games.dot_tiles.deck.tile_svg import card_pictures
