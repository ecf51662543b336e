"""What hints and reviews need in MicroPython, besides arrayRuntime.py and the runtime of views: matches and rollouts.

Rollouts and searches run in the page's kernels (`web/src/offline/rollouts.ts`).
"""

from hashlib import sha256
from math import exp

CLOCK_SEAT = 31
SEAT_BITS = 0xFFFFFFFF
KEPT_SEED = bytes(32)
"""Seed of the determinized state that a SeatAccess keeps."""


class Random:
    """Stands in for `random.Random`, seeded with bytes."""

    def __init__(self, seed):
        self.host = kernel_host.new_random(uctypes.addressof(seed), len(seed))

    def shuffle(self, items):
        for k in range(len(items) - 1, 0, -1):
            other = self.host.below(k + 1)
            items[k], items[other] = items[other], items[k]


class SeatNames:
    """Stands in for `seat_names`: a context in which narration has these names."""

    def __init__(self, names):
        self.names = names

    def __enter__(self):
        _seat_names.value = self.names

    def __exit__(self, kind, error, trace):
        _seat_names.value = ()


class StudyFacts:
    """Stands in for the protocol: modules `view` with facts for reviews are of this class."""


class Namespace:
    """An object with the given attributes."""

    def __init__(self, **attributes):
        for name, value in attributes.items():
            setattr(self, name, value)


class HintFacts:
    """Stands in for the protocol: modules `view` with their own hints are of this class."""


class SampledStudyFacts:
    """Stands in for the protocol: modules `view` with reasons from sampled deals are of this class."""


class SimulatedStudyFacts:
    """Stands in for the protocol: modules `view` with reasons from simulated rounds are of this class."""


PROTOCOL_BY_FUNCTION = {
    "move_reasons": StudyFacts,
    "hint_idea": HintFacts,
    "reasons_from_sampled_deals": SampledStudyFacts,
    "reasons_from_simulations": SimulatedStudyFacts,
}
"""Protocols of modules `view`, by the name of a function that only they have."""


class StudyRecord(RuleRecord):
    """A state record whose bytes can be compared."""

    def tobytes(self):
        return bytes(self.reader.raw)


class StudyMatch:
    """Stands in for `Match`. It begins in a given state; `first` is the state before the first move."""

    def __init__(self, game, seats, raw, public_seed):
        self.game, self.seats, self.public_seed = game, seats, public_seed
        self.first = bytes(raw)
        self.known_history = Grid(())
        self.start_ms = 0
        self.moves = []
        self.set_state(raw)

    def set_state(self, raw):
        self.states = Records(raw, LAYOUT)
        self.reader = RecordReader(bytes(raw), LAYOUT)
        self.record = StudyRecord(self.reader)

    def copy(self):
        twin = StudyMatch(self.game, self.seats, self.states.raw, self.public_seed)
        twin.first, twin.known_history, twin.start_ms = self.first, self.known_history, self.start_ms
        twin.moves = list(self.moves)
        return twin

    def before_first_move(self):
        return StudyMatch(self.game, self.seats, self.first, self.public_seed)

    @property
    def now_ms(self):
        return self.moves[-1].at_ms if self.moves else self.start_ms

    @property
    def to_act(self):
        mask = Kernel("to_act_at")(self.states, 0) & SEAT_BITS
        return tuple([seat for seat in range(32) if mask >> seat & 1])

    @property
    def is_over(self):
        return not self.to_act

    def offered_actions(self, seat):
        buffer = Array(positions.action_count, "i4")
        count = Kernel("legal_at")(self.states, 0, seat, buffer)
        legal = list(struct.unpack_from("<%di" % count, buffer.raw))
        return list(GAME["offered_actions"](self.states, legal)) if self.game.has_offers else legal

    def apply(self, seat, action, at_ms=None):
        at_ms = self.now_ms if at_ms is None else at_ms
        code = Kernel("apply")(self.states, 0, seat, action, at_ms, Array(positions.action_count, "i4"))
        if code == 0:
            self.moves.append(StudyMove(seat, action, at_ms))
            self.set_state(self.states.raw)

    def kernel_results(self, kernel, code):
        out = Array(self.seats, code)
        Kernel(kernel)(self.states, 0, out)
        return out.tolist()

    def scores(self):
        return self.kernel_results("scores_at", "i4")

    def winners(self):
        returns = self.kernel_results("returns_at", "f4") if self.is_over else []
        return [seat for seat, value in enumerate(returns) if value == max(returns)]

    def view(self, seat):
        return GAME["build_view"](self.reader, seat)

    def public_history(self):
        return GAME["public_history"](self) if "public_history" in GAME else Grid(())

    def determinize(self, seat, seed):
        twin = StudyMatch(self.game, self.seats, self.states.raw, None)
        twin.known_history, twin.start_ms = self.public_history(), self.now_ms
        generator = Array(28, "u4", bytearray(seed) + bytearray(80))
        generator.raw[44] = 16  # all words of the first block are used
        Kernel("resample_at")(twin.states, 0, seat, generator)
        twin.set_state(twin.states.raw)
        return twin


StudyMove = namedtuple("StudyMove", ("seat", "action", "at_ms"))


class SeatAccess:
    """Stands in for `SeatAccess`: a determinized match and the offered actions."""

    def __init__(self, match, seat):
        self.seat, self.game, self.seats, self.now_ms = seat, match.game, match.seats, match.now_ms
        self.sample = match.determinize(seat, KEPT_SEED)
        self.offered = self.sample.offered_actions(seat)

    def view(self):
        return self.sample.view(self.seat)

    def legal(self):
        return list(self.offered)

    def determinize(self, seed):
        return self.sample.determinize(self.seat, seed)

    @property
    def history(self):
        return self.sample.public_history()

    @property
    def record(self):
        return self.sample.record


def access_json(access):
    """Return what the page's kernels take of a seat's access, as JSON."""
    history = access.history
    known = history.tolist() if hasattr(history, "tolist") else list(history)
    state = access.record.tobytes()
    kernel_host.take_state(uctypes.addressof(state), len(state))
    return json.dumps({"seat": access.seat, "now_ms": access.now_ms, "legal": access.offered, "history": known})


class RolloutWorkspace:
    """Stands in for `RolloutWorkspace`; the page has its arrays."""

    kernels = Namespace(NO_ACTION=-1)

    def rollout_outcomes(self, record, seat, action, now_ms, seed, rollouts):
        self.set_state_and_seed(record, seed)
        kernel_host.value(seat, action, now_ms, record.seats, rollouts)
        return self.result_table(0, rollouts, 2 * record.seats)

    def outcomes_of_new_deals(self, match, seed, rollouts):
        self.set_state_and_seed(match.record, seed)
        kernel_host.value_of_deals(match.seats, rollouts)
        return self.result_table(0, rollouts, 2 * match.seats)

    def depends_on_chance(self, record, seat, action, now_ms, seed):
        self.set_state_and_seed(record, seed)
        return bool(kernel_host.depends_on_chance(seat, action, now_ms))

    def fill_pool_for_seat(self, access, seed, pool_size):
        json_text = access_json(access)
        kernel_host.take_seed(uctypes.addressof(seed), len(seed))
        return kernel_host.prepare(json_text, pool_size)

    def compare_actions(self, access, actions, deals, pool_size):
        kernel_host.compare(access.seat, access.now_ms, json.dumps(actions), deals, pool_size)
        return self.result_table(0, deals, len(actions)), self.result_table(1, deals, len(actions))

    def compare_with_policy(self, access, action, deals, pool_size):
        kernel_host.compare_with_policy(access.seat, access.now_ms, access.seats, action, deals, pool_size)
        made, policy = (self.result_table(k, deals, 2 * access.seats).rows for k in (0, 1))
        return NumberTable([[a - b for a, b in zip(first, second)] for first, second in zip(made, policy)])

    def set_state_and_seed(self, record, seed):
        state = record.tobytes()
        kernel_host.take_state(uctypes.addressof(state), len(state))
        kernel_host.take_seed(uctypes.addressof(seed), len(seed))

    def result_table(self, place, rows, columns):
        """Return the first (0) or second (1) array of results of the last kernel call."""
        raw = bytearray(8 * rows * columns)
        kernel_host.give_results(place, uctypes.addressof(raw), len(raw))
        size = 8 * columns
        return NumberTable([list(struct.unpack_from("<%dd" % columns, raw, size * k)) for k in range(rows)])


workspace_of_rollouts = RolloutWorkspace()


def rollout_workspace(game):
    return workspace_of_rollouts


def view_of_last_rollout(access, match):
    """Stands in for the function of the same name. The page has the state in which the last rollout ended."""
    raw = bytearray(len(match.first))
    kernel_host.give_played_state(uctypes.addressof(raw), len(raw))
    match.set_state(raw)
    return match.view(access.seat)


class SearchWorkspace:
    """Stands in for the arrays of searches, as far as they rank candidates."""

    kernels = Namespace(has_ranking=True)

    def set_root_and_seed(self, record, rng):
        state = record.tobytes()
        kernel_host.take_state(uctypes.addressof(state), len(state))
        kernel_host.start_ranking(rng.host)

    def root_candidates(self, seat, legal, is_ranked):
        return json.loads(kernel_host.root_candidates(seat, json.dumps(legal)))


def search_workspace(game, nodes):
    return SearchWorkspace()


def search_pair(access, best, played, simulations, seed):
    """Stands in for the function of the same name: the win chances of two actions by a tree search, and the loss."""
    json_text = access_json(access)
    kernel_host.take_seed(uctypes.addressof(seed), len(seed))
    returns = json.loads(kernel_host.search_two(json_text, best, played, simulations))
    shares = [(1 + (access.seats - 1) * value) / access.seats for value in returns]
    variances = [max(share * (1 - share), 0.0) / simulations for share in shares]
    first, second = [MeanEstimate(share, variance**0.5) for share, variance in zip(shares, variances)]
    return SearchedPair(first, second, MeanEstimate(shares[0] - shares[1], sum(variances) ** 0.5))


SearchedPair = namedtuple("SearchedPair", ("best", "played", "loss"))


def with_exact_floats(value):
    """Return a value for JSON in which each float is replaced by its eight bytes in hexadecimal.

    MicroPython writes floats with too few digits to read back the same value.
    """
    if isinstance(value, float):
        return {"float": "".join(["%02x" % byte for byte in struct.pack(">d", value)])}
    if isinstance(value, Struct):
        return {key: with_exact_floats(getattr(value, name)) for name, key in zip(value.fields, value.encoded_names)}
    if isinstance(value, (tuple, list)):
        return [with_exact_floats(item) for item in value]
    return value


class Study:
    """What the page calls: hints, and reviews step by step."""

    def __init__(self, functions, facts):
        slug, races, lowest_wins, has_offers = facts
        self.functions = functions
        parts = {name: GAME[name] for name in ("describe_action", "write_action", "build_view")}
        names = [name for name in PROTOCOL_BY_FUNCTION if name in functions]
        kind = type("View", tuple([Namespace] + [PROTOCOL_BY_FUNCTION[name] for name in names]), {})
        parts.update({name: functions[name] for name in names + ["known_facts"] * ("known_facts" in functions)})
        self.game = Namespace(
            slug=slug,
            races=set(races),
            statistics=None if lowest_wins is None else Namespace(LOWEST_WINS=lowest_wins),
            view=kind(**parts),
            state=Namespace(ACTIONS=ACTION_SPACE),
            has_offers=has_offers,
        )

    def state_address(self):
        """Return where the page writes the state before the first move."""
        return positions.addresses()[0]

    def match_from_json(self, given):
        """Return a match with the moves that the JSON lists, and the decoded JSON. The page has set the first state."""
        given = json.loads(given)
        match = StudyMatch(self.game, given["seats"], bytes(positions.before), given["public_seed"])
        for seat, action, at_ms in given["moves"]:
            match.apply(seat, action, at_ms)
        return match, given

    def start_review(self, given):
        """Begin the review of a finished match."""
        match, given = self.match_from_json(given)
        changed = {
            name: tuple(value) if isinstance(value, list) else value for name, value in given["settings"].items()
        }
        settings = replace(DEFAULT_SETTINGS, **changed)
        self.reviews = iter(self.functions["review_match"](match, settings, players=given["players"]))

    def next_review(self):
        """Return the review with one more part, as JSON. Once it is complete, the next call returns null."""
        self.review = next(self.reviews, None)
        return json.dumps(with_exact_floats(self.review))

    def puzzles(self, match_id, seat):
        """Return the puzzles that the errors of a seat make, from the latest review, as JSON."""
        return json.dumps(with_exact_floats(self.functions["puzzles_of_review"](match_id, self.review, seat)))

    def hint(self, given, seat, best, natural):
        """Return the words of a move and an idea that leads to it, as JSON."""
        match, given = self.match_from_json(given)
        access = SeatAccess(match, seat)
        idea = self.functions["idea_sentence"](access, best, natural)
        return json.dumps({"words": GAME["describe_action"](access.view(), best), "idea": idea})
