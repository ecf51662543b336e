"""The object whose functions the page calls for views, narration and texts of a game, run by MicroPython.

It runs in the namespace of `stdlibRuntime.py` and `recordRuntime.py`. The bundle of the game, which runs after it, makes
the object.
"""

import json

import uctypes
from collections import namedtuple

Move = namedtuple("Move", ("action",))


class PageMatch:
    """Stands in for `Match`, as far as previews and the public history use it."""

    def __init__(self, positions, moves=(), known=()):
        self.positions = positions
        self.reader = RecordReader(positions.before, positions.layout)
        self.record = self.reader.record
        self.moves = [Move(action) for action in moves]
        self.known_history = Grid(tuple(known))
        self.now_ms = 0

    @property
    def states(self):
        return self.reader.states

    def apply(self, seat, action):
        states = Records(self.positions.before, self.positions.layout)
        buffer = zeros(self.positions.action_count, "i4")
        Kernel("apply")(states, 0, seat, action, self.now_ms, buffer)
        self.positions.before[:] = states.raw
        self.reader = RecordReader(self.positions.before, self.positions.layout)
        self.record = self.reader.record

    def view(self, seat):
        return self.positions.game["build_view"](self.reader, seat)


class Positions:
    """The object that the page calls. It holds two state records that the page fills: before a move and after it."""

    def __init__(self, game, layout, size, action_count):
        self.game, self.layout, self.action_count = game, layout, action_count
        self.before, self.after = bytearray(size), bytearray(size)
        self.recent_views = []

    def addresses(self):
        """Return where the page writes the two records."""
        return [uctypes.addressof(self.before), uctypes.addressof(self.after)]

    def view_of(self, record, viewer):
        """Return the view of a record. The latest two are kept."""
        content = bytes(record)
        for known, seat, view in self.recent_views:
            if seat == viewer and known == content:
                return view
        view = self.game["build_view"](RecordReader(record, self.layout), viewer)
        self.recent_views = self.recent_views[-1:] + [(content, viewer, view)]
        return view

    def views(self, seats):
        """Return the views of the spectator and of all seats as JSON."""
        return json.dumps([json_value(self.view_of(self.before, seat)) for seat in range(-1, seats)])

    def view(self, viewer):
        """Return the view of one viewer as JSON."""
        return json.dumps(json_value(self.view_of(self.before, viewer)))

    def narration(self, viewer, seat, action):
        """Return what a move did as JSON, for a viewer."""
        first = self.view_of(self.before, viewer)
        second = self.view_of(self.after, viewer)
        return json.dumps(json_value(self.game["narrate"](first, seat, action, second)))

    def texts(self, seat, actions):
        """Return number, notation and words of actions that a seat may choose, as JSON."""
        view = self.view_of(self.before, seat)
        write, describe = self.game["write_action"], self.game["describe_action"]
        return json.dumps([[action, write(action), describe(view, action)] for action in json.loads(actions)])

    def write_action(self, action):
        """Return the notation of an action."""
        return self.game["write_action"](action)

    def read_action(self, text):
        """Return the action of a notation, or -1."""
        try:
            return self.game["read_action"](text)
        except Exception:
            return -1

    def is_public(self, action):
        """Return whether everyone sees an action."""
        return bool(self.game["is_public"](action))

    def offered(self, actions):
        """Return those of the legal actions that are offered, as JSON."""
        if "offered_actions" not in self.game:
            return actions
        return json.dumps(list(self.game["offered_actions"](Records(self.before, self.layout), json.loads(actions))))

    def off_turn_reason(self, seat, action, code):
        """Return the reason code for an action out of turn; `code` if the game has no own reasons."""
        if "off_turn_reason" not in self.game:
            return code
        return self.game["off_turn_reason"](Records(self.before, self.layout), seat, action)

    def preview(self, seat, action, now_ms):
        """Return the preview of a move as JSON. The record must be a determinized one, and is changed."""
        if "preview" not in self.game:
            return "null"
        match = PageMatch(self)
        match.now_ms = now_ms
        return json.dumps(json_value(self.game["preview"](match, seat, action)))

    def histories(self, actions):
        """Return the public history as the players know it, and as a player with limited memory does, as JSON."""
        history = self.game.get("public_history")
        if history is None:
            return "[[], []]"
        found = []
        for known in (list(history(PageMatch(self, json.loads(actions)))), list(history(PageMatch(self)))):
            found.append(list(history(PageMatch(self, (), known))))
        return json.dumps(found)
