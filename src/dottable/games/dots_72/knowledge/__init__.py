"""What a seat of DOTS (72 cards) knows, for programs: the observation tensor and the resampling of hidden state."""

from dottable.games.dots_72.knowledge.observation import OBSERVATION_SIZE, observe
from dottable.games.dots_72.knowledge.observation_fields import FIELDS, OMITTED_FIELDS
from dottable.games.dots_72.knowledge.public_history import public_history
from dottable.games.dots_72.knowledge.resampling import resample
