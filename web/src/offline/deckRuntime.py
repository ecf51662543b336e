"""Counterparts, in MicroPython, of what the reader of deck files uses. They need `stdlibRuntime.py` and `recordRuntime.py`."""

WORD_PATTERN = Pattern("[\\p{L}\\p{N}]+")
ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
plain_repr = repr


class TOMLDecodeError(ValueError):
    """Stands in for the error of `tomllib`. Newer versions of it pass text and position apart."""

    def __init__(self, message, text=None, position=0):
        super().__init__(message if text is None else message + " (at %s)" % line_and_column(text, position))


def line_and_column(text, position):
    if position >= len(text):
        return "end of document"
    start = text.rfind("\n", 0, position) + 1
    return "line %d, column %d" % (text.count("\n", 0, position) + 1, position - start + 1)


class TomlDateTime:
    """Stands in for a TOML date or time. No valid deck contains one, so it only gives the text for the error message."""

    def __init__(self, kind, *numbers):
        least = {"date": 3, "datetime": 5, "time": 2}[kind]
        while len(numbers) > least and numbers[-1] == 0:
            numbers = numbers[:-1]
        self.text = "datetime." + kind + "(" + ", ".join([str(number) for number in numbers]) + ")"

    def __repr__(self):
        return self.text


def match_to_number(found, parse_float):
    text = found.group().replace("_", "")
    return parse_float(text) if found.group(1) else int(text, 0)


def match_to_datetime(found):
    parts = found.groups()
    year, month, day = [int(part) for part in parts[:3]]
    is_leap_year = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if year < 1 or day > (31, 28 + is_leap_year, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]:
        raise ValueError("day is out of range for month")
    if parts[3] is None:
        return TomlDateTime("date", year, month, day)
    return TomlDateTime("datetime", year, month, day, *time_numbers(parts[3:7]))


def match_to_localtime(found):
    return TomlDateTime("time", *time_numbers(found.groups()))


def time_numbers(parts):
    return [int(part) for part in parts[:3]] + [int(ljust(parts[3] or "", 6, "0"))]


def repr(value):
    """Stands in for the built-in function, whose texts differ for strings and dicts in MicroPython."""
    if isinstance(value, str):
        quote = '"' if "'" in value and '"' not in value else "'"
        return quote + "".join([quoted(sign, quote) for sign in value]) + quote
    if isinstance(value, dict):
        return "{" + ", ".join([repr(key) + ": " + repr(item) for key, item in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([repr(item) for item in value]) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join([repr(item) for item in value]) + ("," if len(value) == 1 else "") + ")"
    return plain_repr(value)


def quoted(sign, quote):
    """Return a character as it stands between quotes."""
    if sign == quote:
        return "\\" + sign
    if sign in ESCAPES:
        return ESCAPES[sign]
    return "\\x%02x" % ord(sign) if ord(sign) < 32 or 127 <= ord(sign) < 161 else sign


def isalnum(text):
    return WORD_PATTERN.fullmatch(text) is not None


def finditer(pattern, text):
    """Stands in for `re.finditer`."""
    return Pattern(pattern).finditer(text)


def bisect_right(items, value):
    """Stands in for `bisect.bisect_right`."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if value < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def frombuffer(raw, code):
    """Stands in for `np.frombuffer`."""
    size = len(raw) // struct.calcsize(ITEM_CODES[code[1:]])
    return Array(size, code[1:], raw)


def get_close_matches(word, names, n):
    """Stands in for `difflib.get_close_matches` with n = 1: the name with the highest ratio, from 0.6 on."""
    found = [(2 * count_common(name, word) / (len(name) + len(word)), name) for name in names]
    best = max(found)
    return [best[1]] if best[0] >= 0.6 else []


def count_common(first, second):
    """Return the length of all common parts, by Ratcliff and Obershelp."""
    size, at, other = longest_common(first, second)
    if size == 0:
        return 0
    before = count_common(first[:at], second[:other])
    return size + before + count_common(first[at + size :], second[other + size :])


def longest_common(first, second):
    """Return size and places of the longest common part: the earliest in `first`, then in `second`."""
    best = (0, 0, 0)
    for at in range(len(first)):
        for other in range(len(second)):
            size = 0
            while first[at + size : at + size + 1] == second[other + size : other + size + 1] != "":
                size += 1
            if size > best[0]:
                best = (size, at, other)
    return best


class DeckReader:
    """The object that the page calls. It reads deck files."""

    def __init__(self, parse_deck, read, find_warnings, bad_deck):
        self.parse_deck, self.read, self.find_warnings, self.bad_deck = parse_deck, read, find_warnings, bad_deck

    def read_as_json(self, text, name):
        """Read the text of a deck file. Return JSON: the deck as integers and the warnings, or what is wrong."""
        try:
            numbers, warnings = self.parse_deck(self.read, self.find_warnings, text, name)
        except self.bad_deck as error:
            return json.dumps({"problem": str(error)})
        return json.dumps({"numbers": numbers, "warnings": warnings})
