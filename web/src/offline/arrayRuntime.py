"""Stands in for NumPy's arrays of floats in MicroPython. Sums are made in NumPy's order, so that every digit is the same."""

from math import sqrt


def pairwise_sum(items, first=0, count=None):
    """Return a sum in the order in which NumPy adds the numbers of one dimension."""
    count = len(items) if count is None else count
    if count < 8:
        total = 0.0
        for k in range(first, first + count):
            total += items[k]
        return total
    if count > 128:
        half = count // 2
        half -= half % 8
        return pairwise_sum(items, first, half) + pairwise_sum(items, first + half, count - half)
    a, b, c, d, e, f, g, h = items[first : first + 8]
    whole = first + count - count % 8
    for k in range(first + 8, whole, 8):
        a += items[k]
        b += items[k + 1]
        c += items[k + 2]
        d += items[k + 3]
        e += items[k + 4]
        f += items[k + 5]
        g += items[k + 6]
        h += items[k + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for k in range(whole, first + count):
        total += items[k]
    return total


class NumberRow:
    """Stands in for an array of floats with one dimension."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, index):
        return NumberRow(self.items[index]) if isinstance(index, slice) else self.items[index]

    def __setitem__(self, index, value):
        for k in index if isinstance(index, list) else [index]:
            self.items[k] = value

    def __add__(self, other):
        return NumberRow([a + b for a, b in zip(self.items, repeat_to_length(other, self))])

    def __sub__(self, other):
        return NumberRow([a - b for a, b in zip(self.items, repeat_to_length(other, self))])

    def __rsub__(self, other):
        return NumberRow([b - a for a, b in zip(self.items, repeat_to_length(other, self))])

    def __mul__(self, other):
        return NumberRow([a * b for a, b in zip(self.items, repeat_to_length(other, self))])

    def __truediv__(self, other):
        return NumberRow([a / b for a, b in zip(self.items, repeat_to_length(other, self))])

    __radd__, __rmul__ = __add__, __mul__

    def any(self):
        return any(self.items)

    def max(self):
        return max(self.items)

    def sum(self):
        return pairwise_sum(self.items)

    def mean(self):
        return pairwise_sum(self.items) / len(self.items)

    def var(self, ddof=0):
        mean = self.mean()
        return pairwise_sum([(item - mean) * (item - mean) for item in self.items]) / (len(self.items) - ddof)

    def std(self, ddof=0):
        return sqrt(self.var(ddof))


def repeat_to_length(value, numbers):
    """Return as many items as `numbers` has: those of another array, or a number again and again."""
    return value.items if isinstance(value, NumberRow) else [value] * len(numbers.items)


class NumberTable:
    """Stands in for an array of floats with two dimensions, of at least two columns."""

    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        rows, column = index if isinstance(index, tuple) else (index, slice(None))
        if isinstance(column, slice):
            return NumberTable([row[column] for row in self.rows[rows]])
        return NumberRow([row[column] for row in self.rows[rows]])

    def any(self):
        return any([any(row) for row in self.rows])

    def mean(self, axis):
        return sum_of_rows(self.rows, axis) / len(self.rows)

    def var(self, axis):
        means = self.mean(axis).items
        squares = [[(item - mean) * (item - mean) for item, mean in zip(row, means)] for row in self.rows]
        return sum_of_rows(squares, axis) / len(self.rows)

    def std(self, axis):
        return square_roots(self.var(axis))


def sum_of_rows(rows, axis):
    """Stands in for `np.sum` over axis 0, row after row."""
    assert axis == 0
    total = list(rows[0])
    for row in rows[1:]:
        k = 0
        for item in row:
            total[k] += item
            k += 1
    return NumberRow(total)


def square_roots(numbers):
    return NumberRow([sqrt(item) for item in numbers])


def zeros(shape, code=None):
    """Stands in for `np.zeros`: floats, or an array for kernels if there is a `code`, the type of its entries."""
    return NumberRow([0.0] * shape) if code is None else Array(shape, code)


def zeros_like(numbers):
    return NumberRow([0.0] * len(numbers))


def concatenate(parts):
    if isinstance(parts[0], NumberTable):
        return NumberTable([row for part in parts for row in part.rows])
    return NumberRow([float(item) for part in parts for item in part])


def bisect_left(items, value):
    """Stands in for `bisect.bisect_left`."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low
