"""Dataclasses whose methods are written when they are first called.

`dataclasses` writes and compiles six methods for each class, whether anybody calls them or not: of the 250 ms that a question
may take from a cold start, 60 went into that, and 10 into what `dataclasses` itself imports. What is loaded to answer a
question takes its dataclasses from here. What is promised is what `dataclasses` promises of a class without bases, for the
parameters that are here; its `fields`, `asdict` and `replace` work on these classes, and on its own ones the `replace` here.
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")
_UNSET: Any = object()


class _Field:
    """A field as its class declares it."""

    __slots__ = ("compare", "default", "factory", "init", "repr")

    def __init__(self, default: Any, factory: Any, init: bool, repr_: bool, compare: bool) -> None:
        self.default = default
        self.factory = factory
        self.init = init
        self.repr = repr_
        self.compare = compare


def field(
    *,
    default_factory: Callable[[], _T] = _UNSET,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
) -> _T:
    """A field whose default, if it has one, is made anew for each instance; it may be left out of `__init__`, `repr` and
    comparisons."""
    declared: Any = _Field(_UNSET, default_factory, init, repr, compare)
    return declared  # type: ignore[no-any-return]


@overload
def dataclass(cls: type[_T], /) -> type[_T]: ...


@overload
def dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(field_specifiers=(field,))
def dataclass(cls: Any = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True) -> Any:
    """A class of records, from its annotated fields."""
    if cls is None:
        return lambda declared: _made(declared, frozen, slots, eq)
    return _made(cls, frozen, slots, eq)


def replace(record: _T, /, **changes: Any) -> _T:
    """A record like this one but for some of its fields."""
    kind: Any = type(record)
    for name in kind.__match_args__:
        if name not in changes:
            changes[name] = getattr(record, name)
    return kind(**changes)  # type: ignore[no-any-return]


def _made(cls: Any, frozen: bool, slots: bool, eq: bool) -> Any:
    fields = {name: _declared(cls, name) for name in getattr(cls, "__annotations__", ())}
    names = tuple(fields)
    if slots:
        kept = {name: value for name, value in cls.__dict__.items() if name not in fields}
        kept.pop("__dict__", None)
        kept.pop("__weakref__", None)
        cls = type(cls)(
            cls.__name__, cls.__bases__, {**kept, "__slots__": names, "__qualname__": cls.__qualname__}
        )
    compared = [name for name, each in fields.items() if each.compare]
    setattr(cls, "__match_args__", tuple(name for name, each in fields.items() if each.init))  # noqa: B010 - mypy
    cls.__dataclass_fields__ = _FieldsLate(fields)
    cls.__repr__ = _repr([name for name, each in fields.items() if each.repr])
    _late(cls, "__init__", lambda: _init(cls, fields, frozen, slots))
    if eq:
        _late(cls, "__eq__", lambda: _eq(compared))
        cls.__hash__ = None
    if frozen:
        cls.__setattr__, cls.__delattr__ = _no_setting, _no_deleting
        if eq:
            _late(cls, "__hash__", lambda: _hash(compared))
        if slots:
            cls.__getstate__, cls.__setstate__ = _getstate, _setstate
    return cls


def _declared(cls: Any, name: str) -> _Field:
    default = cls.__dict__.get(name, _UNSET)
    if isinstance(default, _Field):
        delattr(cls, name)
        return default
    return _Field(default, _UNSET, True, True, True)


def _late(cls: Any, name: str, write: Callable[[], Any]) -> None:
    """Give the class a method that is written at its first call and then takes its own place."""

    def first(self: Any, *args: Any, **kwargs: Any) -> Any:
        method = write()
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(self, *args, **kwargs)

    setattr(cls, name, first)


def _compiled(name: str, parameters: str, lines: list[str], names: dict[str, Any]) -> Any:
    found: dict[str, Any] = {}
    body = "\n ".join(lines or ["pass"])
    exec(f"def {name}({parameters}):\n {body}", {"_UNSET": _UNSET, **names}, found)
    return found[name]


def _init(cls: Any, fields: dict[str, _Field], frozen: bool, slots: bool) -> Any:
    parameters, lines = ["self"], []
    names: dict[str, Any] = {"_set": object.__setattr__}
    for name, each in fields.items():
        value = name
        if not each.init and each.factory is _UNSET:
            continue
        if each.factory is not _UNSET:
            names[f"_{name}"] = each.factory
            value = f"_{name}() if {name} is _UNSET else {name}" if each.init else f"_{name}()"
        if each.init:
            names[f"_{name}_default"] = each.default
            optional = each.default is not _UNSET or each.factory is not _UNSET
            parameters.append(f"{name}=_{name}_default" if optional else name)
        if not frozen:
            lines.append(f"self.{name} = {value}")
        elif slots:  # by the slot itself, which is faster
            names[f"_set_{name}"] = getattr(cls, name).__set__
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return _compiled("__init__", ", ".join(parameters), lines, names)


def _values(owner: str, names: list[str]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


def _eq(names: list[str]) -> Any:
    same = f"return {_values('self', names)} == {_values('other', names)}"
    lines = ["if other.__class__ is self.__class__:", f" {same}", "return NotImplemented"]
    return _compiled("__eq__", "self, other", lines, {})


def _hash(names: list[str]) -> Any:
    return _compiled("__hash__", "self", [f"return hash({_values('self', names)})"], {})


def _repr(names: list[str]) -> Any:
    @recursive_repr()
    def repr_(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return repr_


def _no_setting(self: Any, name: str, value: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_deleting(self: Any, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__slots__]


def _setstate(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__slots__, state, strict=True):
        object.__setattr__(self, name, value)


class _FieldsLate:
    """`__dataclass_fields__` of a class: what `dataclasses` makes of the same fields, once somebody asks for it."""

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, _Field]) -> None:
        self._fields = fields

    def __get__(self, instance: Any, owner: Any) -> Any:
        import dataclasses

        def same(each: _Field) -> Any:
            told: dict[str, Any] = {"init": each.init, "repr": each.repr, "compare": each.compare}
            if each.factory is not _UNSET:
                told["default_factory"] = each.factory
            elif each.default is not _UNSET:
                told["default"] = each.default
            return dataclasses.field(**told)

        types = owner.__annotations__
        declared = [(name, types[name], same(each)) for name, each in self._fields.items()]
        made: Any = dataclasses.make_dataclass(owner.__name__, declared)
        owner.__dataclass_fields__ = made.__dataclass_fields__
        owner.__dataclass_params__ = made.__dataclass_params__  # what prints them nicely asks for it
        return owner.__dataclass_fields__
