"""What a seat of DOT: Dice or Tiles knows, for programs: the observation tensor and the resampling of hidden state."""

from dottable.games.dot_tiles.knowledge.observation import OBSERVATION_SIZE, observe
from dottable.games.dot_tiles.knowledge.observation_fields import FIELDS, OMITTED_FIELDS
from dottable.games.dot_tiles.knowledge.resampling import resample
