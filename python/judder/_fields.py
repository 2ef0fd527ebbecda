"""The fields of the models' setups, from the tables by which the library reads and checks them."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_size_t
from typing import Callable, NamedTuple, TypeVar

from ._library import InputError, declare, lib

Class = TypeVar("Class", bound=type)


class CField(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_size_t), ("word", c_char_p), ("key", c_char_p), ("preset", c_double), ("low", c_double),
                ("high", c_double), ("above_low", c_bool), ("below_high", c_bool), ("choices", c_char_p), ("help", c_char_p),
                ("allowed", c_char * 200)]


declare("judder_setup_field_at", c_bool, c_char_p, c_size_t, POINTER(CField))


ARGUMENTS = {"lambda": "lam", "grid": "method", "hold_constant": "hold"}  # where Python has another name than C


class Field(NamedTuple):
    """One field: its name and place in the setup, what 0 stands for, its choices, its sentence, what is allowed."""

    argument: str
    offset: int
    preset: float
    choices: tuple[str, ...]
    help: str
    allowed: str


def fields(model: str) -> dict[str, Field]:
    """The fields of the setup of a model, by their names."""
    found: dict[str, Field] = {}
    field = CField()
    while lib.judder_setup_field_at(model.encode(), len(found), byref(field)):
        choices = tuple(field.choices.decode().split("|")) if field.choices else ()
        name = field.name.decode()
        found[name] = Field(ARGUMENTS.get(name, name), field.offset, field.preset, choices, field.help.decode(), field.allowed.decode())
    return found


def choice(model: str, name: str, value: str) -> int:
    """The position of a choice."""
    field = fields(model)[name]
    if value not in field.choices:
        raise InputError(f"{field.argument} is {value!r}: allowed is one of {', '.join(field.choices)}")
    return field.choices.index(value)


def documented(model: str) -> Callable[[Class], Class]:
    """Adds to the words about a class what the library says of its fields."""
    def add(made: Class) -> Class:
        lines = [f"    {field.argument}: {field.help} ({field.allowed})" for field in fields(model).values()]
        made.__doc__ = "\n".join([(made.__doc__ or "").rstrip(), "", "    Fields, as `judder explain` says it:", "", *lines, ""])
        return made
    return add
