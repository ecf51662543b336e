"""What a seat of Dobble Connect knows, for programs: the observation tensor and the resampling of hidden state."""

from dottable.games.dobble_connect.knowledge.observation import OBSERVATION_SIZE, observe
from dottable.games.dobble_connect.knowledge.observation_fields import FIELDS, OMITTED_FIELDS
from dottable.games.dobble_connect.knowledge.resampling import resample
