"""Cases: run, check, load."""
from __future__ import annotations

import html
import json
import os
import shutil
import tempfile
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_void_p
from typing import Any, Iterator, NamedTuple, Union

import numpy as np

from ._companion import companion
from ._library import InputError, Numbers, Owner, Stopped, borrowed, c_text, check as check_status, declare, lib, take_text
from ._named import Named, printable, unknown
from .motion import Watching


class CSetting(Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p)]


class CCase(Structure):
    _fields_ = [("file", c_char_p), ("text", c_char_p), ("settings", POINTER(CSetting)), ("setting_count", c_size_t)]


CaseGoOn = CFUNCTYPE(c_bool, c_void_p)


class COptions(Structure):
    _fields_ = [("output", c_char_p), ("resume", c_bool), ("checkpoint", c_double), ("progress", c_bool), ("go_on", CaseGoOn), ("context", c_void_p)]


class CSeries(Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("at", Numbers), ("count", c_size_t)]


class CField(Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("columns", c_char_p), ("at", Numbers), ("rows", c_size_t), ("count", c_size_t)]


class CHappening(Structure):
    _fields_ = [("t", c_double), ("kind", c_char_p), ("place", c_char_p), ("before", c_double), ("after", c_double)]


class CMeaning(Structure):
    _fields_ = [("unit", c_char_p), ("text", c_char_p)]


class CStudy(Structure):
    _fields_ = [("study", c_char_p), ("name", c_char_p), ("outcome", c_char_p), ("reason", c_char_p), ("note", c_char_p),
                ("values", c_void_p), ("probes", c_void_p), ("series", POINTER(CSeries)), ("series_count", c_size_t),
                ("fields", POINTER(CField)), ("field_count", c_size_t), ("events", POINTER(CHappening)), ("event_count", c_size_t),
                ("verdict", c_char_p), ("certainty", c_char_p)]


declare("judder_study_meaning", c_bool, c_char_p, c_char_p, c_char_p, POINTER(CMeaning))
declare("judder_case_is_body", c_int, POINTER(CCase), POINTER(c_bool))
declare("judder_case_check", c_int, POINTER(CCase), POINTER(c_char_p))
declare("judder_case_run", c_int, POINTER(CCase), POINTER(COptions), POINTER(c_void_p))
declare("judder_run_open", c_int, c_char_p, POINTER(c_void_p))
declare("judder_run_destroy", None, POINTER(c_void_p))
declare("judder_run_complete", c_bool, c_void_p)
declare("judder_run_model", c_char_p, c_void_p)
declare("judder_run_studies", c_size_t, c_void_p, POINTER(POINTER(CStudy)))
declare("judder_run_json", c_int, c_void_p, POINTER(c_char_p))
declare("judder_run_save", c_int, c_void_p, c_char_p)
declare("judder_run_figures", c_int, c_void_p, POINTER(c_char_p))
declare("judder_report", c_int, c_char_p, c_char_p)

CaseLike = Union[str, "os.PathLike[str]"]


class Happening(NamedTuple):
    """An event of a study, as in the file."""

    t: float
    kind: str
    place: str
    before: float
    after: float


class Meaning(NamedTuple):
    """What a name in results means."""

    unit: str
    text: str


def meaning(name: str, model: str | None = None, study: str | None = None) -> Meaning:
    """What a value, series, probe or field means; inside a list of values, "list.name". Of a study, a model, or any.

    >>> judder.meaning("flutter.frequency")
    Meaning(unit='Hz', text='frequency of the vibration')
    """
    found = CMeaning()
    where = [None if word is None else c_text(word, "a word") for word in (model, study)]
    if not lib.judder_study_meaning(*where, c_text(name, "name"), byref(found)):
        raise InputError(f"{name}: no name in results")
    return Meaning(found.unit.decode(), found.text.decode())


class Study:
    """One study: `values`, `probes`, `series`, `fields`, `events`, and how it ended."""

    def __init__(self, owner: Any, c: CStudy, report: dict[str, Any]):
        self.study: str = report["study"]
        """its word: march, stability, ..."""
        self.name: str = report["name"]
        self.outcome: str = report["outcome"]
        """done, stopped or failed"""
        self.reason: str = report.get("reason") or ""
        verdict = report.get("verdict") or {}
        self.verdict: str = verdict.get("text", "")
        """the answer in one sentence; "" of studies that give none"""
        self.certainty: str = verdict.get("certainty", "")
        """how sure the verdict is: proved, checked, computed, or unanswered (the state cannot answer the question)"""
        self.note: str = report.get("note") or ""
        self.values: dict[str, Any] = Named("value", {key: _unpacked(value) for key, value in report["values"].items()})
        """what the manual lists for this study; None where there is none"""
        self.probes: dict[str, np.ndarray] = Named("probe", {key: np.array([np.nan if v is None else v for v in column])
                                                             for key, column in report["probes"].items()})
        self.series: dict[str, np.ndarray] = Named("series")
        self.units: dict[str, str] = Named("series")
        for series in c.series[:c.series_count]:
            name = series.name.decode()
            self.series[name] = borrowed(series.at, (series.count,), owner)
            self.units[name] = series.unit.decode()
        self.fields: dict[str, np.ndarray] = Named("field")
        self.columns: dict[str, list[str]] = Named("field")
        """names of the columns of a field, with their units"""
        for field in c.fields[:c.field_count]:
            name = field.name.decode()
            shape = (field.rows, field.count) if field.count > 1 else (field.rows,)
            self.fields[name] = borrowed(field.at, shape, owner)
            self.columns[name] = field.columns.decode().split(", ") if field.columns else []
        self.events: list[Happening] = [Happening(e.t, e.kind.decode(), e.place.decode(), e.before, e.after)
                                        for e in c.events[:c.event_count]]

    def __repr__(self) -> str:
        return printable(f"<judder.Study {self.name}: {self.outcome}{', ' + self.reason if self.reason else ''}>")


def _unpacked(value: Any) -> Any:
    """Values that a file keeps as JSON text, as they were."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


class Run(Owner):
    """What a case gave: its studies, by position or by name.

    >>> run = judder.run("return inclusion{ friction = constant{ mu = 0.25 }, load = 1, study = march{ final = 1, step = 0.1 } }")
    >>> run
    <judder.Run inclusion: march done>
    >>> run["march"].values["v_final"], len(run["march"].series["t"])
    (0.75, 11)
    """

    def __init__(self, handle: c_void_p, path: str | None, report: dict[str, Any] | None = None):
        self._owner = _Handle(handle)
        text = c_char_p()
        check_status(lib.judder_run_json(handle, byref(text)))
        self.json: dict[str, Any] = json.loads(take_text(text))
        """what `judder run --json` prints"""
        if report is not None:
            self.json = report
        self.path, self.model = path, lib.judder_run_model(handle).decode()
        """the result file; None: the run is in memory, until it is saved"""
        self._file = path  # what is copied and drawn
        self.complete: bool = lib.judder_run_complete(handle)
        studies = POINTER(CStudy)()
        count = lib.judder_run_studies(handle, byref(studies))
        self.studies: list[Study] = [Study(self._owner, studies[i], self.json["studies"][i]) for i in range(count)]

    def __getitem__(self, name: int | str) -> Study:
        if isinstance(name, int):
            return self.studies[name]
        for study in self.studies:
            if study.name == name:
                return study
        raise KeyError(unknown("study", name, (study.name for study in self.studies)))

    def __iter__(self) -> Iterator[Study]:
        return iter(self.studies)

    def __len__(self) -> int:
        return len(self.studies)

    def __repr__(self) -> str:
        return printable(f"<judder.Run {self.model}: {', '.join(f'{study.name} {study.outcome}' for study in self.studies)}>")

    def save(self, path: CaseLike) -> None:
        """The run as a result file, which `judder report`, `plot` and `export` read."""
        if self._file is not None and os.path.realpath(self._file) == os.path.realpath(path):
            return
        check_status(lib.judder_run_save(self._owner.handle, c_text(path, "path")))

    def report(self, path: CaseLike) -> None:
        """One self-contained HTML page: figures, numbers, sound."""
        with tempfile.TemporaryDirectory() as folder:
            result = self._file
            if result is None:
                result = os.path.join(folder, "run.h5")
                self.save(result)
            check_status(lib.judder_report(c_text(result, "result"), c_text(path, "path")))

    def figures(self) -> str:
        """The figures of the report as a piece of HTML with SVG."""
        text = c_char_p()
        check_status(lib.judder_run_figures(self._owner.handle, byref(text)))
        return take_text(text)

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(s.name)}</td><td>{html.escape(s.outcome)}</td>"
                       f"<td>{html.escape(s.reason or s.verdict or s.note)}</td></tr>" for s in self.studies)
        return f"<table><tr><th>study</th><th>outcome</th><th>what it says</th></tr>{rows}</table>\n{self.figures()}"


class _Handle(Owner):
    """The run of the library; arrays that borrow from it keep it alive."""

    def __init__(self, handle: c_void_p):
        self.handle = handle

    def __del__(self) -> None:
        if self.handle:
            lib.judder_run_destroy(byref(self.handle))


def _setting(value: Any) -> bytes:
    if isinstance(value, (bool, np.bool_)):
        return b"true" if value else b"false"
    if isinstance(value, (int, np.integer)):
        return str(int(value)).encode()
    if isinstance(value, (float, np.floating)):
        return repr(float(value)).encode()
    return c_text(str(value), "a param")


def _is_text(case: CaseLike) -> bool:
    """A case itself, not the name of its file."""
    return isinstance(case, str) and ("\n" in case or "{" in case)


def _c_case(case: CaseLike, params: dict[str, Any], folder: str | None) -> CCase:
    if folder is not None and not _is_text(case):
        raise InputError("folder goes with the text of a case: a file has its own")
    if folder is not None and not os.path.isdir(folder):
        raise InputError(f"folder {folder}: there is no such folder")
    settings = (CSetting * max(len(params), 1))(*(CSetting(c_text(key, "a param"), _setting(value)) for key, value in params.items()))
    if _is_text(case):
        return CCase(c_text(os.path.join(folder or "", "case"), "folder"), c_text(str(case), "the case"), settings, len(params))
    return CCase(c_text(case, "the case"), None, settings, len(params))


def _companion(verb: str, case: CaseLike, params: dict[str, Any], more: list[str], **how: Any) -> tuple[str, str]:
    settings = [f"{key}={_setting(value).decode()}" for key, value in params.items()]
    return companion(verb, os.fspath(case), settings, more, text=_is_text(case), **how)


def _run_body(case: CaseLike, params: dict[str, Any], output: str | None, words: list[str], **how: Any) -> Run:
    if output is None:  # then its file is in a folder that lives as long as the run does
        folder = tempfile.mkdtemp(prefix="judder-")
        try:
            run = _run_body(case, params, os.path.join(folder, "run.h5"), words, **how)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
        run.path = None
        return run
    printed, said = _companion("run", case, params, ["--json", "-o", output, *words], **how)
    if not printed.strip():
        raise Stopped(said or "the run was stopped")
    handle = c_void_p()
    check_status(lib.judder_run_open(c_text(output, "output"), byref(handle)))
    return Run(handle, output, json.loads(printed))


def run(case: CaseLike, output: CaseLike | None = None, progress: bool = False, resume: bool = False, checkpoint: float = 0.0,
        folder: CaseLike | None = None, **params: Any) -> Run:
    """Does the studies of a case: a file, or the text of a case. `params` change its params, as --set does.

    >>> run = judder.run("cases/hysteresis_cycle/case.lua", mu_s=0.8)
    >>> march = run["march"]
    >>> march.values["jumps"], [round(t, 9) for t in march.values["jump_times"]]
    (2, [0.333333333, 0.833333333])
    >>> march.series["v"][400].round(12), march.probes["v"][3].round(12), march.events[0].kind
    (0.38, 0.5, 'jump')

    With an `output` the run is written while it goes on, with checkpoints every so many seconds (0: as often as the program does),
    and `resume` goes on with an interrupted one; `progress` is shown on stderr. Files that a text names (meshes, matrices) are in
    `folder`, or in the working folder. Bodies are computed by the program judder-fe. A wrong case raises InputError with file and
    line:

    >>> judder.run("return inclusion{ frction = 1 }")
    Traceback (most recent call last):
    judder.InputError: case:1: inclusion has no field frction: did you mean friction?
    """
    where = None if folder is None else os.fspath(folder)
    given = _c_case(case, params, where)
    body = c_bool()
    check_status(lib.judder_case_is_body(byref(given), byref(body)))
    path = None if output is None else os.fspath(output)
    if not checkpoint >= 0:
        raise InputError(f"checkpoint is {checkpoint}: allowed are seconds >= 0")
    if body.value:
        words = (["--resume"] if resume else []) + (["--checkpoint", repr(float(checkpoint))] if checkpoint else [])
        return _run_body(case, params, path, words + ([] if progress else ["--quiet"]), folder=where, progress=progress)
    watching, handle = Watching(), c_void_p()
    options = COptions(None if path is None else c_text(path, "output"), resume, checkpoint, progress, CaseGoOn(watching.ask), None)
    with watching:
        check_status(lib.judder_case_run(byref(given), byref(options), byref(handle)))
    return Run(handle, path)


def check(case: CaseLike, folder: CaseLike | None = None, **params: Any) -> list[str]:
    """Reads and checks a case; one line a study on what would be done.

    >>> judder.check("cases/hysteresis_cycle/case.lua")[0]
    'march to t = 1 in 1000 steps by method perfect_delay'
    """
    where = None if folder is None else os.fspath(folder)
    given = _c_case(case, params, where)
    body = c_bool()
    check_status(lib.judder_case_is_body(byref(given), byref(body)))
    if body.value:
        lines = _companion("check", case, params, [], folder=where)[0].splitlines()[1:]
        return [line.strip().partition(". ")[2] for line in lines if line.strip()[:1].isdigit()]
    plan = c_char_p()
    check_status(lib.judder_case_check(byref(given), byref(plan)))
    return take_text(plan).splitlines()


def load(path: CaseLike) -> Run:
    """A result file of any run."""
    handle = c_void_p()
    check_status(lib.judder_run_open(c_text(path, "path"), byref(handle)))
    return Run(handle, os.fspath(path))
