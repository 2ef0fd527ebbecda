"""Records of the bench: one line each, tab separated: row, workload, code, measure, value. See README.md."""
import json
import os
import subprocess
import tempfile
import time


def record(row, workload, code, **measures):
    """Prints one record for each measure; in its name __ is a comma, _ a blank."""
    for measure, value in measures.items():
        text = value if isinstance(value, str) else "%.6g" % value
        print("\t".join((row, workload, code, measure.replace("__", ", ").replace("m_s", "m/s").replace("_", " "), text)), flush=True)


def least(times, work):
    """The least seconds of some calls, and what the last one gave."""
    best, result = float("inf"), None
    for _ in range(times):
        begin = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - begin)
    return best, result


class Judder:
    """Runs a case text with the program of a build folder."""

    def __init__(self, build):
        self.program = os.path.join(build, "judder")

    def run(self, text, tables=(), times=1):
        """The report of the case, whole seconds of the process (least of some), and the requested tables, by their beginning."""
        import csv
        with tempfile.TemporaryDirectory() as folder:
            case, result = os.path.join(folder, "case.lua"), os.path.join(folder, "case.h5")
            with open(case, "w") as file:
                file.write(text)
            command = [self.program, "run", case, "-o", result, "--json", "--quiet"]
            best, seconds, report = float("inf"), float("inf"), None
            for _ in range(times):
                begin = time.perf_counter()
                told = subprocess.run(command, check=True, capture_output=True)
                best = min(best, time.perf_counter() - begin)
                report = json.loads(told.stdout)
                seconds = min(seconds, report["studies"][0]["values"].get("seconds") or float("inf"))
            found = {}
            if tables:
                subprocess.run([self.program, "export", result, "--csv", folder + "/csv"], check=True, capture_output=True)
                for name in sorted(os.listdir(folder + "/csv")):
                    for wanted in tables:
                        if wanted in name:
                            with open(os.path.join(folder, "csv", name)) as file:
                                rows = list(csv.reader(file))
                            found[wanted] = rows
        return {"report": report, "whole": best, "seconds": seconds, "tables": found}
