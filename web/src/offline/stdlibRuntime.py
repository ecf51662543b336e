"""Counterparts, in MicroPython, of what the functions of a bundle use of msgspec, `re` and the standard library.

`kernel_host.find_all` and `match_at` are the page's functions for regular expressions (`pythonInterpreter.ts`).
"""

import json
from collections import OrderedDict, namedtuple  # for the bundle

import kernel_host  # the page registers this module

MAX_KEPT_RESULTS = 1000
"""Number of results that a memoized function keeps before it forgets all of them."""


class Struct:
    """Stands in for `msgspec.Struct`: fields by position or keyword, defaults, equality and hash by value."""

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
    """Stands in for `functools.lru_cache`: keeps results by their arguments, and forgets all when there are too many."""
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


class FixedContext:
    """Stands in for a ContextVar that keeps its default."""

    def __init__(self, value):
        self.value = value

    def get(self):
        return self.value


def replace(value, **changes):
    """Return a copy of a Struct with other values of some fields."""
    fields = {name: getattr(value, name) for name in value.fields}
    fields.update(changes)
    return type(value)(**fields)


def json_value(value):
    """Return a value as JSON writes it: Structs become dicts, tuples and sets lists."""
    if isinstance(value, Struct):
        return {key: json_value(getattr(value, name)) for name, key in zip(value.fields, value.encoded_names)}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    return value


class Pattern:
    """Stands in for a compiled regular expression. The page's own engine runs it, since MicroPython's knows fewer forms."""

    def __init__(self, pattern):
        self.pattern = pattern

    def fullmatch(self, text):
        return first_or_none(find_matches("^(?:" + self.pattern + ")$", text))

    def search(self, text):
        return first_or_none(self.finditer(text))

    def match(self, text, position=0):
        """Return the match that begins at a position."""
        keep_text(text)
        found = json.loads(kernel_host.match_at(self.pattern, position))
        return PatternMatch(position, found) if found else None

    def finditer(self, text):
        return find_matches(self.pattern, text)

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


def find_matches(pattern, text):
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


class SliceMaker:
    """`SLICE_MAKER[1:3]` is a slice; MicroPython has no other way to make one that is kept."""

    def __getitem__(self, index):
        return index


SLICE_MAKER = SliceMaker()


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
    """Stands in for `dict.fromkeys`, whose result has no order in MicroPython."""
    return OrderedDict([(key, None) for key in keys])


def sort(items, key=None, reverse=False):
    """Stands in for `list.sort`, which does not keep the order of equal items in MicroPython."""
    items[:] = sorted(items, key=key, reverse=reverse)


def product(*pools):
    """Stands in for `itertools.product`."""
    rows = [()]
    for pool in pools:
        items = list(pool)
        rows = [row + (item,) for row in rows for item in items]
    return rows


def combinations(items, count):
    """Stands in for `itertools.combinations`."""
    items = tuple(items)
    if count == 0:
        return [()]
    return [(items[k],) + rest for k in range(len(items)) for rest in combinations(items[k + 1 :], count - 1)]


unstable_sorted = sorted


def sorted(items, key=None, reverse=False):
    """Stands in for the built-in function, which does not keep the order of equal items in MicroPython."""
    sign = -1 if reverse else 1
    rows = [(item if key is None else key(item), sign * n, item) for n, item in enumerate(items)]
    return [row[2] for row in unstable_sorted(rows, key=lambda row: row[:2], reverse=reverse)]


def prod(numbers):
    """Stands in for `math.prod`."""
    found = 1
    for number in numbers:
        found *= number
    return found


def pairwise(items):
    """Stands in for `itertools.pairwise`."""
    items = list(items)
    return list(zip(items, items[1:]))


def groupby(items, key=None):
    """Stands in for `itertools.groupby`; the groups are lists."""
    found = []
    for item in items:
        value = item if key is None else key(item)
        if found and found[-1][0] == value:
            found[-1][1].append(item)
        else:
            found.append((value, [item]))
    return found


def repeat(item, count):
    """Stands in for `itertools.repeat`."""
    return [item] * count


def chain(*parts):
    """Stands in for `itertools.chain`."""
    return [item for part in parts for item in part]


class Counter(dict):
    """Stands in for `collections.Counter`, as far as views use it."""

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
