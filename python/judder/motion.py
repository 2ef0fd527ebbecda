"""What a march of a model gives back."""
from __future__ import annotations

import signal
import threading
from typing import Any, NamedTuple

import numpy as np

from ._library import CRows, CWatch, EVENT_KINDS, EventFunction, GoOn, ThreadGoOn, lib, pointer


class Event(NamedTuple):
    """Something happened: kind is stick, slip, jump, open, close or start."""

    t: float
    kind: str
    before: float
    after: float


class Motion:
    """The recorded motion: `series` by name, `events`, `values`; series are attributes too (`motion.t`)."""

    def __init__(self, series: dict[str, np.ndarray], events: list[Event], values: dict[str, Any]):
        self.series, self.events, self.values = series, events, values

    def __getattr__(self, name: str) -> np.ndarray:
        try:
            return self.__dict__["series"][name]
        except KeyError:
            raise AttributeError(f"a motion has no {name}: it has {', '.join(self.__dict__.get('series', {}))}") from None

    def __repr__(self) -> str:
        t = self.series["t"]
        return f"<judder.Motion {len(t)} rows to t = {t[-1] if len(t) else 0:g}, {len(self.events)} events>"

    def of(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]


class Watching:
    """Collects events of a run, and lets Ctrl-C stop it (`with watching:` around the call)."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._event, self._go_on = EventFunction(self._keep), GoOn(lambda _context, _t: self.go_on())
        self._asked_to_stop, self._handler = False, None

    def watch(self) -> CWatch:
        return CWatch(self._event, self._go_on, None)

    def _keep(self, _context: Any, event: Any) -> None:
        e = event.contents
        self.events.append(Event(e.t, EVENT_KINDS[e.kind], e.before, e.after))

    def go_on(self) -> bool:
        return not self._asked_to_stop

    def _stop(self, _number: int, _frame: Any) -> None:
        self._asked_to_stop = True

    def __enter__(self) -> Watching:
        # An exception cannot pass through C: inside, Ctrl-C is only noted; Python looks at its signals whenever it is called back.
        if threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT)):
            self._handler = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_error: Any) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None
        if self._asked_to_stop:
            self._asked_to_stop = False
            raise KeyboardInterrupt


class Interruptible(Watching):
    """Lets Ctrl-C stop a search of this thread."""

    def __enter__(self) -> Interruptible:
        super().__enter__()
        self._question = ThreadGoOn(lambda _context: self.go_on())
        lib.judder_thread_go_on(self._question, None)
        return self

    def __exit__(self, *error: Any) -> None:
        lib.judder_thread_go_on(ThreadGoOn(), None)
        super().__exit__(*error)


def room_for(steps: int, every: int, columns: int) -> tuple[np.ndarray, CRows]:
    """Room for the rows of so many steps."""
    rows = np.empty((steps // max(every, 1) + 2, columns))
    return rows, CRows(pointer(rows), len(rows), 0, every)


def named(rows: np.ndarray, names: tuple[str, ...]) -> dict[str, np.ndarray]:
    return {name: rows[:, k] for k, name in enumerate(names)}
