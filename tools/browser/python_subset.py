"""Rewrites Python functions into the part of Python that MicroPython understands.

Annotations, docstrings and decorators are removed. Some expressions get an equal form: starred items of lists and
tuples, reversed slices, `zip(strict=...)`, and methods that MicroPython's numbers and texts do not have. Dicts become
OrderedDicts, since MicroPython's dict does not keep the order of its keys. Names of globals are replaced by those in
the bundle.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

METHODS_AS_FUNCTIONS = {
    "bit_length",
    "bit_count",
    "removeprefix",
    "removesuffix",
    "capitalize",
    "title",
    "rjust",
    "ljust",
    "isalnum",
    "sort",
}
"""Methods that the runtime offers as functions with the same name."""

ORDERED_DICT = "OrderedDict"
"""The class for every dict: MicroPython's own dict does not keep the order of its keys."""

FIXED_POINT_PATTERN = re.compile(r"\+?(\.\d)?f")
"""Matches the format of a number with a fixed number of decimals."""

NameOfGlobal = Callable[[str, "str | None"], "str | None"]
"""A function from a global name, and an attribute of it if it is a module, to the name in the bundle."""


class SubsetRewriter(ast.NodeTransformer):
    """Rewrites one function or class."""

    def __init__(self, name_of_global: NameOfGlobal) -> None:
        self.name_of_global = name_of_global
        self.local_names: list[set[str]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.decorator_list = [one for one in node.decorator_list if is_property(one)]
        node.returns, node.type_comment = None, None
        node.args.args = node.args.posonlyargs + node.args.args
        node.args.posonlyargs = []
        for argument in [*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]:
            if argument is not None:
                argument.annotation = None
        node.body = without_docstring(node.body)
        self.local_names.append(bound_names(node))
        self.generic_visit(node)
        self.local_names.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.local_names.append({argument.arg for argument in node.args.args})
        self.generic_visit(node)
        self.local_names.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        node.decorator_list, node.keywords, node.bases = [], [], []
        kept = [one for one in node.body if isinstance(one, (ast.FunctionDef, ast.Assign))]
        node.body = [self.visit(one) for one in kept] or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([self.visit(node.target)], self.visit(node.value)), node)

    def visit_Assert(self, _: ast.Assert) -> None:
        """Leave assertions out."""

    def visit_Name(self, node: ast.Name) -> Any:
        if any(node.id in names for names in self.local_names):
            return node
        if node.id == "dict":
            return ast.copy_location(ast.Name(ORDERED_DICT, node.ctx), node)
        name = self.name_of_global(node.id, None)
        return node if name is None else ast.copy_location(ast.Name(name, node.ctx), node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        target = node.value
        if isinstance(target, ast.Name) and not any(target.id in names for names in self.local_names):
            name = self.name_of_global(target.id, node.attr)
            if name is not None:
                return ast.copy_location(ast.Name(name, ast.Load()), node)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Subscript):  # the type of an empty collection, such as dict[str, int]()
            node.func = node.func.value
        self.generic_visit(node)
        named = [keyword for keyword in node.keywords if keyword.arg not in (None, "strict")]
        # MicroPython crashes if a named argument follows `**`.
        node.keywords = named + [keyword for keyword in node.keywords if keyword.arg is None]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "fromkeys":
            return call("fromkeys", *node.args)
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS_AS_FUNCTIONS:
            return ast.Call(ast.Name(node.func.attr, ast.Load()), [node.func.value, *node.args], node.keywords)
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:
        self.generic_visit(node)
        node.cause = None  # not in MicroPython
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        self.generic_visit(node)
        if node.conversion == ord("r"):  # not in MicroPython's f-strings
            return ast.FormattedValue(call("repr", node.value), -1, node.format_spec)
        spec = ast.unparse(node.format_spec)[2:-1] if node.format_spec else ""
        if FIXED_POINT_PATTERN.fullmatch(spec):  # MicroPython rounds halves in another way
            return ast.FormattedValue(call("fixed_point", node.value, ast.Constant(spec)), -1, None)
        return node

    def visit_Import(self, _: ast.Import) -> None:
        """Leave imports inside functions out: their names are looked up like globals."""

    def visit_ImportFrom(self, _: ast.ImportFrom) -> None:
        """Leave imports inside functions out."""

    def visit_List(self, node: ast.List) -> Any:
        self.generic_visit(node)
        return concatenation(node) if is_starred(node) else node

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        self.generic_visit(node)
        return call("tuple", concatenation(node)) if is_starred(node) else node

    def visit_Set(self, node: ast.Set) -> Any:
        self.generic_visit(node)
        return call("set", concatenation(node)) if any(isinstance(one, ast.Starred) for one in node.elts) else node

    def visit_Dict(self, node: ast.Dict) -> Any:
        self.generic_visit(node)
        parts: list[ast.expr] = [ast.List([], ast.Load())]
        for key, value in zip(node.keys, node.values, strict=True):
            items = ast.Call(ast.Attribute(value, "items", ast.Load()), [], [])
            pair = ast.Tuple([key or value, value], ast.Load())
            parts.append(call("list", items) if key is None else ast.List([pair], ast.Load()))
        return call(ORDERED_DICT, sum_of(parts))

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        self.generic_visit(node)
        return call(ORDERED_DICT, ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        part = node.slice
        if isinstance(part, ast.Slice) and part.step is not None:
            bounds = [bound or ast.Constant(None) for bound in (part.lower, part.upper, part.step)]
            return call("stepped_slice", node.value, *bounds)
        return node


def is_property(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id == "property"


def is_starred(node: ast.List | ast.Tuple) -> bool:
    """Return whether a list or tuple that is read, not assigned to, has a starred item."""
    return isinstance(node.ctx, ast.Load) and any(isinstance(one, ast.Starred) for one in node.elts)


def call(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(args), [])


def concatenation(node: ast.List | ast.Tuple | ast.Set) -> ast.expr:
    """Return an expression for the list of all items: `[*a, b]` becomes `list(a) + [b]`."""
    parts: list[ast.expr] = []
    for item in node.elts:
        parts.append(call("list", item.value) if isinstance(item, ast.Starred) else ast.List([item], ast.Load()))
    return sum_of(parts)


def sum_of(parts: list[ast.expr]) -> ast.expr:
    """Return the expression `a + b + ...`."""
    joined = parts[0]
    for part in parts[1:]:
        joined = ast.BinOp(joined, ast.Add(), part)
    return joined


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements without texts that stand alone."""
    kept = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return kept or [ast.Pass()]


def bound_names(function: ast.FunctionDef) -> set[str]:
    """Return all names that a function binds: arguments, assigned names and those of its comprehensions."""
    names = {argument.arg for argument in [*function.args.args, *function.args.kwonlyargs]}
    names |= {one.arg for one in (function.args.vararg, function.args.kwarg) if one is not None}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef) and node is not function:
            names.add(node.name)
    return names
