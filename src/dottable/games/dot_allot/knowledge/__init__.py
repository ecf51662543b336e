"""What a seat of Dot Allot knows, for programs: the observation tensor and the resampling of hidden state."""

from dottable.games.dot_allot.knowledge.observation import OBSERVATION_SIZE, observe
from dottable.games.dot_allot.knowledge.observation_fields import FIELDS, OMITTED_FIELDS
from dottable.games.dot_allot.knowledge.resampling import resample
