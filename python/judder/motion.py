"""What a march of a model gives back."""
from __future__ import annotations

import signal
import sys
import threading
from ctypes import POINTER, byref, c_int, c_size_t, c_void_p
from typing import Any, NamedTuple

import numpy as np

from ._library import CRows, CWatch, EVENT_KINDS, EventFunction, GoOn, Owner, ThreadGoOn, check, declare, lib, pointer, whole
from ._named import Named, unknown


class Event(NamedTuple):
    """Something happened: kind is stick, slip, jump, open, close or start."""

    t: float
    kind: str
    before: float
    after: float


class Motion:
    """The recorded motion: `series` by name, `events`, `values`; series are attributes too (`motion.t`)."""

    def __init__(self, series: dict[str, np.ndarray], events: list[Event], values: dict[str, Any]):
        self.series, self.events, self.values = Named("series", series), events, Named("value", values)

    def __getattr__(self, name: str) -> np.ndarray:
        try:
            return self.__dict__["series"][name]
        except KeyError:
            raise AttributeError(unknown("series", name, self.__dict__.get("series", {}))) from None

    def __repr__(self) -> str:
        t = self.series["t"]
        return f"<judder.Motion {len(t)} rows to t = {t[-1] if len(t) else 0:g}, {len(self.events)} events>"

    def of(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]


class Watching:
    """Collects events of a run, and lets Ctrl-C and exceptions of signal handlers end it (`with watching:` around the call).

    An exception cannot pass through C. Inside, Ctrl-C is only noted; what handlers of other signals raise while Python is called back
    is kept, and raised again at the end.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._event, self._go_on = EventFunction(self._keep), GoOn(self._ask_at)
        self._asked_to_stop, self._handler, self._hook = False, None, None
        self._raised: BaseException | None = None

    def watch(self) -> CWatch:
        return CWatch(self._event, self._go_on, None)

    def _keep(self, _context: Any, event: Any) -> None:
        try:
            e = event.contents
            self.events.append(Event(e.t, EVENT_KINDS[e.kind], e.before, e.after))
        except BaseException as error:
            self._raised = error

    def ask(self, _context: Any) -> bool:
        """Whether the run goes on; called by the library."""
        try:
            return not self._asked_to_stop and self._raised is None
        except BaseException as error:
            self._raised = error
            return False

    def _ask_at(self, context: Any, _t: float) -> bool:
        return self.ask(context)

    def _stop(self, _number: int, _frame: Any) -> None:
        self._asked_to_stop = True

    def _unraisable(self, lost: Any) -> None:
        """A handler may raise before the function that was called back has begun; ctypes then hands the exception to this hook."""
        if lost.exc_value is not None and getattr(lost.object, "__module__", "").partition(".")[0] == "judder":
            self._raised = lost.exc_value
        elif self._hook is not None:
            self._hook(lost)

    def __enter__(self) -> Watching:
        self._raised = None
        if threading.current_thread() is threading.main_thread():
            self._hook, sys.unraisablehook = sys.unraisablehook, self._unraisable
            if callable(signal.getsignal(signal.SIGINT)):
                self._handler = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_error: Any) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None
        if self._hook is not None:
            sys.unraisablehook, self._hook = self._hook, None
        raised, self._raised = self._raised, None
        if self._asked_to_stop:
            self._asked_to_stop = False
            raise KeyboardInterrupt
        if raised is not None:
            raise raised


class Interruptible(Watching):
    """Lets Ctrl-C stop a search of this thread."""

    def __enter__(self) -> Interruptible:
        super().__enter__()
        self._question = ThreadGoOn(self.ask)
        lib.judder_thread_go_on(self._question, None)
        return self

    def __exit__(self, *error: Any) -> None:
        lib.judder_thread_go_on(ThreadGoOn(), None)
        super().__exit__(*error)


LONGEST = 2**62  # steps: what a size of C holds, and more than anyone waits for


def room_for(steps: int, every: int, columns: int) -> tuple[np.ndarray, CRows]:
    """Room for the rows of so many steps."""
    steps, every = whole(steps, "steps", 0, LONGEST), whole(every, "every", 1, LONGEST)
    rows = np.empty((steps // every + 2, columns))
    return rows, CRows(pointer(rows), len(rows), 0, every)


def values_of(struct: Any) -> dict[str, Any]:
    """The members of a struct of numbers, by name."""
    return {name: getattr(struct, name) for name, _ in struct._fields_}


def declare_motion(model: str, report: Any, *march: Any) -> None:
    """The functions by which the library makes and marches a model; `march`: what its march takes before the rows."""
    declare(f"judder_{model}_create", c_int, c_void_p, POINTER(c_void_p))
    declare(f"judder_{model}_destroy", None, POINTER(c_void_p))
    declare(f"judder_{model}_march", c_int, c_void_p, *march, POINTER(CRows), POINTER(report))


class ModelRun(Owner):
    """A model on its way: advance it, look at it."""

    _model, _columns, _report = "", (), None  # type: str, tuple[str, ...], Any

    def __init__(self, setup: Any, keep: list[Any]):
        self._keep, self._watching, self._handle = keep, Watching(), c_void_p()
        setup.watch = self._watching.watch()
        check(self._call("create")(byref(setup), byref(self._handle)))

    def _call(self, verb: str) -> Any:
        return getattr(lib, f"judder_{self._model}_{verb}")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._call("destroy")(byref(self._handle))

    @property
    def steps(self) -> int:
        """How many lead to the end."""
        return self._call("steps")(self._handle)

    def _march(self, room: int, every: int, *steps: int) -> Motion:
        report, before = self._report(), len(self._watching.events)
        rows, c_rows = room_for(room, every, len(self._columns))
        with self._watching:
            check(self._call("march")(self._handle, *steps, byref(c_rows), byref(report)))
        series = {name: rows[:c_rows.count, k] for k, name in enumerate(self._columns)}
        return Motion(series, self._watching.events[before:], values_of(report))

    def advance(self, steps: int = 0, every: int = 1) -> Motion:
        """Goes on by some steps, or to the end (0)."""
        steps = whole(steps, "steps", 0, LONGEST)
        return self._march(min(steps, self.steps) if steps else self.steps, every, steps)


class Model:
    """A model that marches: its setup is made once, and copied for each run."""

    _run: Any = ModelRun
    _arguments: Any

    def start(self, final: float, step: float) -> Any:
        """A run that the caller advances."""
        setup = self._arguments.struct.from_buffer_copy(self._setup)  # type: ignore[attr-defined]
        setup.final, setup.step = final, step
        return self._run(setup, [self])

    def march(self, final: float, step: float, every: int = 1) -> Motion:
        """From t = 0 to final; every n-th step is recorded."""
        return self.start(final, step).advance(0, every)
