"""What a seat of Dots (52 cards) knows, for programs: the observation tensor and the resampling of hidden state."""

from dottable.games.dots_52.knowledge.observation import OBSERVATION_SIZE, observe
from dottable.games.dots_52.knowledge.observation_fields import FIELDS, OMITTED_FIELDS
from dottable.games.dots_52.knowledge.resampling import resample
