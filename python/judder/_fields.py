"""The models' arguments, from the tables by which the library reads and checks their setups: structs, signatures, words and checks."""
from __future__ import annotations

import difflib
import functools
import inspect
import math
from ctypes import POINTER, Structure, byref, c_bool, c_byte, c_char, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p, sizeof
from typing import Any, Callable, NamedTuple, TypeVar

from ._library import CSignal, CWatch, Function, FunctionTwo, InputError, declare, lib, whole
from .signals import c_signal, components

Class = TypeVar("Class", bound=type)


class CField(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_size_t), ("word", c_char_p), ("key", c_char_p), ("preset", c_double), ("low", c_double),
                ("high", c_double), ("above_low", c_bool), ("below_high", c_bool), ("choices", c_char_p), ("help", c_char_p),
                ("allowed", c_char * 200), ("kind", c_int), ("components", c_size_t), ("required", c_bool), ("usual", c_double)]


declare("judder_setup_field_at", c_bool, c_char_p, c_size_t, POINTER(CField))

# judder_field_kind: its type in C; of those that are filled here, its name.
TYPES = (c_double, c_size_t, c_long, c_int, c_bool, CSignal, Function, FunctionTwo, c_void_p, CWatch)
KINDS = ("number", "whole", "whole", "choice", "choice", "signal")

ARGUMENTS = {"lambda": "lam", "grid": "method", "hold_constant": "hold", "jump_count": "jumps"}  # where Python has another name than C
FLAGS = {"implicit"}  # of two choices, that Python takes as True or False


class Field(NamedTuple):
    """One field: its name in Python, its place and type in the setup, its default, its choices, its sentence, what is allowed."""

    argument: str
    word: str
    offset: int
    type: Any
    kind: str
    components: int
    default: Any
    choices: tuple[str, ...]
    help: str
    allowed: str


def _default(field: CField, kind: str, choices: tuple[str, ...]) -> Any:
    if field.required:
        return inspect.Parameter.empty
    if field.name.decode() in FLAGS:
        return bool(field.usual)
    if kind == "choice":
        return choices[int(field.usual)]
    return None if math.isnan(field.usual) else int(field.usual) if kind == "whole" else field.usual


def fields(model: str) -> dict[str, Field]:
    """The fields of the setup of a model, by their names in C."""
    found: dict[str, Field] = {}
    field = CField()
    while lib.judder_setup_field_at(model.encode(), len(found), byref(field)):
        name, choices = field.name.decode(), tuple(field.choices.decode().split("|")) if field.choices else ()
        kind = KINDS[field.kind] if field.kind < len(KINDS) else ""
        found[name] = Field(ARGUMENTS.get(name, name), field.word.decode(), field.offset, TYPES[field.kind], kind, field.components,
                            _default(field, kind, choices), choices, field.help.decode(), field.allowed.decode())
    return found


def setup_struct(model: str) -> Any:
    """The setup of a model as a struct: its fields at their places, what lies between them (contexts) zero."""
    layout: list[Any] = []
    end = 0
    for name, field in sorted(fields(model).items(), key=lambda item: item[1].offset):
        if field.offset > end:
            layout.append((f"_before_{name}", c_byte * (field.offset - end)))
        layout.append((name, field.type * field.components if field.components > 1 else field.type))
        end = field.offset + field.components * sizeof(field.type)
    return type("CSetup", (Structure,), {"_fields_": layout, "_pack_": 1})


def _c_value(field: Field, value: Any, keep: list[Any]) -> Any:
    """What was given for a field as the library takes it."""
    if value is None and field.default is None:
        value = 0.0
    if field.kind == "whole":
        return whole(value, field.argument)
    if field.argument in FLAGS and not isinstance(value, str):
        return bool(value)
    if field.kind == "choice":
        if value not in field.choices:
            raise InputError(f"{field.argument} is {value!r}: allowed is one of {', '.join(field.choices)}")
        return field.choices.index(value)
    if field.kind == "signal" and field.components > 1:
        return (CSignal * field.components)(*(c_signal(one, keep) for one in components(value, field.components)))
    return c_signal(value, keep) if field.kind == "signal" else value


class Arguments:
    """What stands between the arguments of a class and the setup of its model."""

    def __init__(self, model: str, own: inspect.Signature, without: tuple[str, ...]):
        self.struct, self.fields = setup_struct(model), fields(model)
        explicit = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        names = {one.name for one in explicit} | set(without)
        self.table = {name: field for name, field in self.fields.items() if field.kind and field.word != "march" and field.argument not in names}
        more = [inspect.Parameter(field.argument, inspect.Parameter.KEYWORD_ONLY, default=field.default)
                for field in self.table.values()]
        self.signature = inspect.Signature([*explicit, *more])

    def bind(self, name: str, args: Any, given: dict[str, Any]) -> dict[str, Any]:
        """All arguments by name; a wrong one is a TypeError that names the nearest."""
        known = [one for one in self.signature.parameters if one != "self"]
        for key in given:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                raise TypeError(f"{name}() has no argument {key!r}: " + (f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"))
        try:
            bound = self.signature.bind(*args, **given)
        except TypeError as error:
            raise TypeError(f"{name}(): {error}") from None
        bound.apply_defaults()
        return bound.arguments

    def setup(self, given: dict[str, Any], keep: list[Any], **more: Any) -> Any:
        """The setup with the fields of the table, and with more that are as C takes them."""
        made = self.struct()
        for name, field in self.table.items():
            setattr(made, name, _c_value(field, given[field.argument], keep))
        for name, value in more.items():
            setattr(made, name, _c_value(self.fields[name], value, keep) if self.fields[name].kind else value)
        return made


def from_table(model: str, without: tuple[str, ...] = ()) -> Callable[[Class], Class]:
    """Gives a class the arguments of its model: those that its __init__ names are its own; all others come from the library's table, with
    defaults and words, and arrive in **fields, but for those `without` which the class fills by itself."""
    def add(made: Class) -> Class:
        own = made.__init__  # type: ignore[misc]
        arguments = Arguments(model, inspect.signature(own), without)

        @functools.wraps(own)
        def init(self: Any, *args: Any, **given: Any) -> None:
            bound = arguments.bind(made.__name__, (self, *args), given)
            own(**bound)

        init.__signature__ = arguments.signature  # type: ignore[attr-defined]
        made.__init__, made._arguments = init, arguments  # type: ignore[attr-defined,misc]
        lines = [f"    {field.argument}: {field.help} ({field.allowed})" for field in arguments.fields.values() if field.kind]
        made.__doc__ = "\n".join([(made.__doc__ or "").rstrip(), "", "    Fields, as `judder explain` says it:", "", *lines, ""])
        return made
    return add
