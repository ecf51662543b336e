"""What the bundled functions need in MicroPython: structs, arrays, records and calls of kernels.

This file runs in MicroPython, before the bundle of a game. `kernel_host.call` is the page's function for kernels
(`web/src/offline/kernels.ts`).
"""

import json
import struct

import kernel_host  # the page registers this module
import uctypes
from collections import OrderedDict, namedtuple

ITEM_CODES = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d"
}
"""Formats of the module `struct` by the type codes of NumPy."""
MAX_DIMENSIONS = 4
MAX_KEPT_RESULTS = 1000


class Struct:
    """Stands for `msgspec.Struct`: fields by position or keyword, defaults, equality and hash by value."""

    fields = ()
    encoded_names = ()
    defaults = {}

    def __init__(self, *args, **kwargs):
        for name, value in self.defaults.items():
            setattr(self, name, value)
        for name, value in zip(self.fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)

    def as_tuple(self):
        return tuple([getattr(self, name) for name in self.fields])

    def __eq__(self, other):
        return type(self) is type(other) and self.as_tuple() == other.as_tuple()

    def __hash__(self):
        return hash(self.as_tuple())


def memoized(function):
    """Stands for `functools.lru_cache`: keeps results by their arguments, and forgets all when there are too many."""
    results = {}

    def call(*args, **kwargs):
        key = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        if key not in results:
            if len(results) >= MAX_KEPT_RESULTS:
                results.clear()
            results[key] = function(*args, **kwargs)
        return results[key]

    return call


def with_attributes(kind, attributes):
    """Return an object of a class with these attributes, without calling `__init__`."""
    made = object.__new__(kind)
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


class NoContext:
    """Stands for a ContextVar that keeps its default."""

    def __init__(self, value):
        self.value = value

    def get(self):
        return self.value


def replace(value, **changes):
    """Return a copy of a Struct with other values of some fields."""
    fields = {name: getattr(value, name) for name in value.fields}
    fields.update(changes)
    return type(value)(**fields)


def plain(value):
    """Return a value as JSON writes it: Structs become dicts, tuples and sets lists."""
    if isinstance(value, Struct):
        return {key: plain(getattr(value, name)) for name, key in zip(value.fields, value.encoded_names)}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


class Pattern:
    """Stands for a compiled regular expression. The page's own engine runs it, since MicroPython's knows fewer forms."""

    def __init__(self, pattern):
        self.pattern = pattern

    def fullmatch(self, text):
        return first_or_none(found_in("^(?:" + self.pattern + ")$", text))

    def search(self, text):
        return first_or_none(self.finditer(text))

    def match(self, text, position=0):
        """Return the match that begins at a position."""
        keep_text(text)
        found = json.loads(kernel_host.match_at(self.pattern, position))
        return PatternMatch(position, found) if found else None

    def finditer(self, text):
        return found_in(self.pattern, text)

    def sub(self, replacement, text):
        parts, end = [], 0
        for found in self.finditer(text):
            parts += [text[end : found.start()], replacement(found)]
            end = found.end()
        return "".join(parts) + text[end:]


kept_texts = [None]


def keep_text(text):
    """Pass a text to the page, unless it is the one that the page has."""
    if text is not kept_texts[0]:
        kernel_host.keep_text(text)
        kept_texts[0] = text


def found_in(pattern, text):
    keep_text(text)
    return [PatternMatch(start, groups) for start, groups in json.loads(kernel_host.find_all(pattern))]


def first_or_none(items):
    return items[0] if items else None


class PatternMatch:
    """The place and the groups of a match. Group 0 is the whole text."""

    def __init__(self, first, found):
        self.first, self.found = first, found

    def start(self):
        return self.first

    def end(self):
        return self.first + len(self.found[0])

    def group(self, n=0):
        return self.found[n]

    def groups(self):
        return tuple(self.found[1:])

    def __getitem__(self, n):
        return self.found[n]


class Array:
    """An array of numbers in row-major order, over bytes that kernels can read and write."""

    def __init__(self, shape, code, raw=None):
        self.shape = shape if isinstance(shape, tuple) else (shape,)
        self.code = ITEM_CODES[code]
        self.itemsize = struct.calcsize("<" + self.code)
        count = 1
        for size in self.shape:
            count *= size
        self.size = count
        self.raw = bytearray(count * self.itemsize) if raw is None else raw

    def tolist(self):
        numbers = list(struct.unpack("<%d%s" % (self.size, self.code), self.raw))
        for size in reversed(self.shape[1:]):
            numbers = [numbers[k : k + size] for k in range(0, len(numbers), size)]
        return numbers

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, index):
        found = self.tolist()
        for k in index if isinstance(index, tuple) else (index,):
            found = found[k]
        return found


class Grid:
    """A constant array, as nested tuples. An index may be a tuple with one number per dimension."""

    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        found = self.rows
        for k in index if isinstance(index, tuple) else (index,):
            found = found[k]
        return Grid(found) if isinstance(found, tuple) else found

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter([Grid(row) if isinstance(row, tuple) else row for row in self.rows])

    def tolist(self):
        return [Grid(row).tolist() if isinstance(row, tuple) else row for row in self.rows]


class Records:
    """An array of one state record. Kernels take it; `records[0]["phase"]` reads a field."""

    def __init__(self, raw, layout):
        self.raw, self.layout = bytearray(raw), layout
        self.shape, self.size, self.itemsize = (1,), 1, len(raw)

    def __getitem__(self, index):
        return FieldsByName(RecordReader(self.raw, self.layout))


class FieldsByName:
    """A record whose fields are read by index: `record["phase"]`."""

    def __init__(self, reader):
        self.reader = reader

    def __getitem__(self, name):
        return getattr(self.reader, name)


class RecordReader:
    """A snapshot of a state record. Every field is an attribute: an integer, or nested tuples of integers."""

    def __init__(self, raw, layout):
        self.raw, self.layout = raw, layout
        self.parts = {}

    def __getattr__(self, name):
        if name == "states":
            value = Records(self.raw, self.layout)
        elif name == "record":
            value = RuleRecord(self)
        else:
            offset, code, shape = self.layout[name]
            value = read_field(self.raw, offset, ITEM_CODES[code], shape)
        setattr(self, name, value)
        return value

    def once_for_all_viewers(self, make):
        if make not in self.parts:
            self.parts[make] = make(self)
        return self.parts[make]


class RuleRecord:
    """A record in the form that rules take: array fields are Grids."""

    def __init__(self, reader):
        self.reader = reader

    def __getattr__(self, name):
        value = getattr(self.reader, name)
        return Grid(value) if isinstance(value, tuple) else value


def read_field(raw, offset, code, shape):
    """Return a field of a record as an integer or as nested tuples."""
    count = 1
    for size in shape:
        count *= size
    numbers = struct.unpack_from("<%d%s" % (count, code), raw, offset)
    if not shape:
        return numbers[0]
    for size in reversed(shape[1:]):
        numbers = tuple([numbers[k : k + size] for k in range(0, len(numbers), size)])
    return numbers


class Kernel:
    """A kernel of the game's WebAssembly module."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *args):
        numbers = []
        for arg in args:
            if isinstance(arg, (Array, Records)):
                shape = list(arg.shape) + [0] * (MAX_DIMENSIONS - len(arg.shape))
                numbers += [uctypes.addressof(arg.raw), len(arg.raw), arg.itemsize, len(arg.shape)] + shape
            else:
                numbers.append(int(arg))
        frame = bytearray(struct.pack("<%dq" % (len(numbers) + 1), 0, *numbers))
        kernel_host.call(self.name, uctypes.addressof(frame), len(frame))
        return struct.unpack_from("<q", frame)[0]


def zeros(shape, code):
    """Stands for `np.zeros`."""
    return Array(shape, code)


class SliceMaker:
    """`SLICES[1:3]` is a slice; MicroPython has no other way to make one that is kept."""

    def __getitem__(self, index):
        return index


SLICES = SliceMaker()


def stepped_slice(items, start, end, step):
    """Return `items[start:end:step]`, which MicroPython has for step 1 only."""
    size = len(items)
    if step > 0:
        start, end = 0 if start is None else start, size if end is None else end
        start, end = start + size if start < 0 else start, end + size if end < 0 else end
    else:
        start = size - 1 if start is None else start + size if start < 0 else start
        end = -1 if end is None else end + size if end < 0 else end
    found = [items[k] for k in range(start, end, step) if 0 <= k < size]
    if isinstance(items, str):
        return "".join(found)
    return tuple(found) if isinstance(items, tuple) else found


def bit_length(number):
    return len(bin(number)) - 2 if number else 0


def bit_count(number):
    return bin(number).count("1")


def removeprefix(text, start):
    return text[len(start) :] if text.startswith(start) else text


def removesuffix(text, end):
    return text[: -len(end)] if end and text.endswith(end) else text


def capitalize(text):
    return text[:1].upper() + text[1:].lower()


def title(text):
    return " ".join([capitalize(word) for word in text.split(" ")])


def rjust(text, width):
    return " " * (width - len(text)) + text


def ljust(text, width, fill=" "):
    return text + fill * (width - len(text))


def fixed_point(value, spec):
    """Return a number in a format like ".1f" or "+.0f", rounded like in Python."""
    text = kernel_host.fixed_point(float(value), int(spec[-2]) if "." in spec else 6)
    return "+" + text if spec[0] == "+" and text[0] != "-" else text


def fromkeys(keys):
    """Stands for `dict.fromkeys`, whose result has no order in MicroPython."""
    return OrderedDict([(key, None) for key in keys])


def sort(items, key=None, reverse=False):
    """Stands for `list.sort`, which does not keep the order of equal items in MicroPython."""
    items[:] = sorted(items, key=key, reverse=reverse)


def product(*pools):
    """Stands for `itertools.product`."""
    rows = [()]
    for pool in pools:
        items = list(pool)
        rows = [row + (item,) for row in rows for item in items]
    return rows


def combinations(items, count):
    """Stands for `itertools.combinations`."""
    items = tuple(items)
    if count == 0:
        return [()]
    return [(items[k],) + rest for k in range(len(items)) for rest in combinations(items[k + 1 :], count - 1)]


unstable_sorted = sorted


def sorted(items, key=None, reverse=False):
    """Stands for the built-in function, which does not keep the order of equal items in MicroPython."""
    sign = -1 if reverse else 1
    rows = [(item if key is None else key(item), sign * n, item) for n, item in enumerate(items)]
    return [row[2] for row in unstable_sorted(rows, key=lambda row: row[:2], reverse=reverse)]


def prod(numbers):
    """Stands for `math.prod`."""
    found = 1
    for number in numbers:
        found *= number
    return found


def pairwise(items):
    """Stands for `itertools.pairwise`."""
    items = list(items)
    return list(zip(items, items[1:]))


def groupby(items, key=None):
    """Stands for `itertools.groupby`; the groups are lists."""
    found = []
    for item in items:
        value = item if key is None else key(item)
        if found and found[-1][0] == value:
            found[-1][1].append(item)
        else:
            found.append((value, [item]))
    return found


def repeat(item, count):
    """Stands for `itertools.repeat`."""
    return [item] * count


def chain(*parts):
    """Stands for `itertools.chain`."""
    return [item for part in parts for item in part]


class Counter(dict):
    """Stands for `collections.Counter`, as far as views use it."""

    def __init__(self, items=()):
        super().__init__()
        self.update(items)

    def update(self, items):
        for item, count in items.items() if isinstance(items, dict) else [(item, 1) for item in items]:
            self[item] = self.get(item, 0) + count

    def __getitem__(self, item):
        return self.get(item, 0)

    def __sub__(self, other):
        found = Counter()
        for item, count in self.items():
            if count > other.get(item, 0):
                found[item] = count - other.get(item, 0)
        return found

    def elements(self):
        return [item for item, count in self.items() for _ in range(count)]


def array(items, code):
    """Stands for `np.array` of one dimension."""
    return Grid(tuple(items))


Move = namedtuple("Move", ("action",))


class PageMatch:
    """Stands for `Match`, as far as previews and the public history use it."""

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
    """What the page calls: two state records that it fills, the position before a move and the one after it."""

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
        return json.dumps([plain(self.view_of(self.before, seat)) for seat in range(-1, seats)])

    def view(self, viewer):
        """Return the view of one viewer as JSON."""
        return json.dumps(plain(self.view_of(self.before, viewer)))

    def narration(self, viewer, seat, action):
        """Return what a move did as JSON, for a viewer."""
        first = self.view_of(self.before, viewer)
        second = self.view_of(self.after, viewer)
        return json.dumps(plain(self.game["narrate"](first, seat, action, second)))

    def texts(self, seat, actions):
        """Return number, notation and words of actions that a seat may choose, as JSON."""
        view = self.view_of(self.before, seat)
        write, describe = self.game["write_action"], self.game["describe_action"]
        return json.dumps([[action, write(action), describe(view, action)] for action in json.loads(actions)])

    def write(self, action):
        """Return the notation of an action."""
        return self.game["write_action"](action)

    def read(self, text):
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
        return json.dumps(plain(self.game["preview"](match, seat, action)))

    def histories(self, actions):
        """Return the public history as the players know it, and as a player with limited memory does, as JSON."""
        history = self.game.get("public_history")
        if history is None:
            return "[[], []]"
        found = []
        for known in (list(history(PageMatch(self, json.loads(actions)))), list(history(PageMatch(self)))):
            found.append(list(history(PageMatch(self, (), known))))
        return json.dumps(found)
