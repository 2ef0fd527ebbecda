"""Bodies: computed by the program judder-fe, which this module starts and talks to."""
from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Iterator

from ._library import InputError, MachineError


def _program(name: str) -> str:
    """The program of that name: as set by JUDDER_FE, in the built tree, beside the library, in PATH without its entries that mean the working folder."""
    told = os.environ.get("JUDDER_FE")
    if told:
        return told
    here = Path(__file__).resolve()
    places = [here.parents[2] / "build" / name] if len(here.parents) > 2 else []
    places += [folder / "bin" / name for folder in here.parents]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = shutil.which(name, path=os.pathsep.join(entry for entry in os.get_exec_path() if os.path.isabs(entry)))
    if not found:
        raise MachineError(f"a body is computed by the program {name}, which was not found; set JUDDER_FE to its path")
    return found


@contextlib.contextmanager
def _file_of(text: str, folder: str | None) -> Iterator[str]:
    """The text of a case as a file for a moment, in the folder of the files that it names: else the working folder."""
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(tempfile.NamedTemporaryFile("w", dir=folder or ".", prefix=".judder-", suffix=".lua"))
        except OSError as error:
            if folder is not None:
                raise InputError(f"folder {folder}: the case cannot be put there: {error}") from error
            file = stack.enter_context(tempfile.NamedTemporaryFile("w", prefix="judder-", suffix=".lua"))
        file.write(text)
        file.flush()
        yield file.name


def _copy(stream: Any, kept: list[str], show: bool) -> None:
    """What the program says, kept and, where it is wanted, shown as it comes."""
    while True:
        piece = os.read(stream.fileno(), 4096).decode(errors="replace")
        if not piece:
            return
        kept.append(piece)
        if show:
            sys.stderr.write(piece)
            sys.stderr.flush()


def _talk(words: list[str], show: bool) -> tuple[int, str, str]:
    """Runs the program. It has a session of its own, so that Ctrl-C reaches it once: through here, and it saves what it has."""
    said: list[str] = []
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as program:
        listener = threading.Thread(target=_copy, args=(program.stderr, said, show), daemon=True)
        listener.start()
        try:
            output = program.stdout.read()  # type: ignore[union-attr]
            program.wait()
        except BaseException:
            program.send_signal(signal.SIGINT)
            try:
                program.wait()
            except BaseException:
                program.kill()
                raise
            raise
        finally:
            listener.join(1)
    return program.returncode, output.decode(errors="replace"), "".join(said).strip()


def companion(verb: str, case: str, settings: list[str], more: list[str], *, text: bool, folder: str | None,
              progress: bool = False) -> tuple[str, str]:
    """One call of the program on a case, a file or a text: what it printed, and what it said."""
    with contextlib.ExitStack() as stack:
        path = stack.enter_context(_file_of(case, folder)) if text else case
        words = [_program("judder-fe"), verb, path, *(word for setting in settings for word in ("--set", setting)), *more]
        status, output, said = _talk(words, progress)
        if text:
            said = said.replace(path, "case")
    if status not in (0, 1):
        error = {2: InputError, 3: MachineError}.get(status, MachineError)
        raise error(said or f"judder-fe ended with the status {status}")
    return output, said
