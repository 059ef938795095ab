"""Small changes to a module's source, each of which a good test must notice."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Mutant(NamedTuple):
    """A change to be made to a module: at which node of its tree, and which of the changes possible there."""

    path: Path
    place: int
    variant: int

    def made(self) -> tuple[int, str, str]:
        """The line, what was changed into what, and the whole new source."""
        tree = ast.parse(self.path.read_text())
        node = next(node for index, node in enumerate(ast.walk(tree)) if index == self.place)
        before, line = ast.unparse(node), getattr(node, "lineno", 0)
        after = _change(tree, node, self.variant)
        return line, f"{before} -> {after}", ast.unparse(ast.fix_missing_locations(tree))


_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(path.read_text())
    spared = _spared(tree)
    for place, node in enumerate(ast.walk(tree)):
        if id(node) not in spared:
            for variant in range(_variants(node)):
                yield Mutant(path, place, variant)


def _spared(tree: ast.AST) -> set[int]:
    """What is not mutated: annotations, docstrings, decorators, lists of names, texts to be translated, and
    how strictly two lists of one length are zipped."""
    spared: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.ImportFrom() | ast.Assert():
                spared.append(node)
            case ast.AnnAssign(annotation=annotation):
                spared.append(annotation)
            case ast.arg(annotation=ast.AST() as annotation):
                spared.append(annotation)
            case ast.FunctionDef(decorator_list=decorators, returns=returns):
                spared += [*decorators, *([returns] if returns else [])]
            case ast.ClassDef(decorator_list=decorators):
                spared += decorators
            case ast.Call(func=ast.Name(id="_")) | ast.keyword(arg="strict"):
                spared.append(node)
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                spared.append(node)
    return {id(inner) for node in spared for inner in ast.walk(node)}


def _variants(node: ast.AST) -> int:
    """In how many ways this node can be changed."""
    match node:
        case ast.Compare(ops=[operator]):
            return int(type(operator) in _COMPARISONS)
        case ast.BoolOp(values=values):
            return 1 + len(values)
        case ast.BinOp(op=operator):
            return int(type(operator) in _ARITHMETIC)
        case ast.UnaryOp(op=ast.Not()):
            return 1
        case ast.Constant(value=bool() | int()):
            return 1
        case ast.If() | ast.IfExp():
            return 2
        case ast.Constant(value=str(text)):
            return int(text != "")
        case _:
            return 0


def _change(tree: ast.AST, node: ast.AST, variant: int) -> str:
    """Change the node in place; what stands there now."""
    match node:
        case ast.Compare(ops=[operator]):
            node.ops = [_COMPARISONS[type(operator)]()]
        case ast.BoolOp(op=operator, values=values):
            if variant == len(values):
                node.op = ast.Or() if isinstance(operator, ast.And) else ast.And()
            else:
                node.values = values[:variant] + values[variant + 1 :]
        case ast.BinOp(op=operator):
            node.op = _ARITHMETIC[type(operator)]()
        case ast.UnaryOp(operand=operand):
            return _replace(tree, node, operand)
        case ast.Constant(value=value):
            node.value = _other_value(value)
        case ast.If() | ast.IfExp():
            node.test = ast.Constant(value=bool(variant))
            return f"... if {bool(variant)}"
    return ast.unparse(node)


def _other_value(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}~"


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> str:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(item is old for item in value):
                setattr(parent, name, [new if item is old else item for item in value])
    return ast.unparse(new)
