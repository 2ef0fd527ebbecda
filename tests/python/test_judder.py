"""The Python package against the numbers of the theory, its errors, its cost."""
import copy
import ctypes.util
import doctest
import importlib
import inspect
import itertools
import math
import os
import pathlib
import pickle
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from ctypes import byref, c_void_p
from fractions import Fraction

import numpy as np

import judder
from judder._fields import fields, from_table
from judder._library import lib
from judder.motion import room_for
from judder.slab import COLUMNS, CReport, CSetup

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CASES = SOURCE / "cases"


def near(test, a, b, tolerance):
    test.assertLessEqual(abs(a - b), tolerance, f"{a!r} is not {b!r} within {tolerance}")


H = 0.05


def thrown(z):
    s = math.sin(math.pi * z / H)
    return 3*s*s + 2*(1 - z/H), -1.5*math.sin(2*math.pi*z/H) + 0.5*(1 - z/H), 4*s*s


def thrown_slab(**more):
    """R71 of the theory page."""
    return judder.Slab(height=H, lam=107e9, G=77e9, rho=7800, squeeze=20e-6, epsilon=10, foundation=[2, 0.5], velocity=thrown,
                       strain=[-4.5e-4, 0, -20e-6/H], friction=judder.Law("linear", mu_s=0.8, mu_d=0.5, v_c=1), **more)


class Hysteresis(unittest.TestCase):
    law = dict(mu_s=0.8, mu_d=0.5, v_c=0.1)

    def test_class(self):
        load = judder.Table([0, 0.5, 1], [0.4, 1, 0.4])
        motion = judder.Inclusion(judder.Law("linear", **self.law), load).march(1, 1e-3)
        jumps = motion.of("jump")
        self.assertEqual(len(jumps), 2)
        near(self, jumps[0].t, 1/3, 1e-12), near(self, jumps[0].after, 0.3, 1e-12)
        near(self, jumps[1].t, 5/6, 1e-12), near(self, jumps[1].before, 0.1, 1e-12), near(self, jumps[1].after, 0, 1e-12)
        self.assertEqual(motion.values["nonunique_steps"], 334)
        near(self, motion.v[500], 0.5, 1e-12), near(self, motion.v[750], 0.2, 1e-12), near(self, motion.v[900], 0, 0)

    def test_case(self):
        run = judder.run(CASES / "hysteresis_cycle" / "case.lua")
        self.assertTrue(run.complete)
        march = run["march"]
        np.testing.assert_allclose(march.values["jump_times"], [1/3, 5/6], atol=1e-9)
        np.testing.assert_allclose(march.probes["v"][[2, 3, 4, 5]], [0.38, 0.5, 0.2, 0.14], atol=1e-12)
        self.assertEqual(march.series["v"].shape, (1001,))
        self.assertEqual(march.units["t"], "s")
        self.assertEqual([event.kind for event in march.events], ["jump", "jump"])
        roots = [root["v"] for root in run["branches"].values["roots"]]
        near(self, roots[2], 0.05, 1e-12)

    def test_params(self):
        changed = judder.run(CASES / "hysteresis_cycle" / "case.lua", mu_s=0.9, v_c=np.float64(0.1))
        near(self, changed["march"].values["jump_times"][0], (0.9 - 0.4)/1.2, 1e-9)

    def test_mass(self):
        """With a small mass the jumps are passages near the same times."""
        load = judder.Table([0, 0.5, 1], [0.4, 1, 0.4])
        motion = judder.Inclusion(judder.Law("linear", **self.law), load, epsilon=1e-4).march(1, 1e-3)
        near(self, motion.v[500], 0.5, 1e-3)


class SlabNumbers(unittest.TestCase):
    def test_class(self):
        motion = thrown_slab().march(1e-4, 1e-9, every=20)
        times = [event.t*1e6 for event in motion.events if event.kind in ("open", "close")][:6]
        np.testing.assert_allclose(times, [2.377677967, 8.965585868, 23.553264806, 27.693086241, 43.540176233, 45.932923404], atol=1e-8)
        self.assertLess(motion.values["energy_defect"], 1e-12)
        u_1, pressure = (np.interp(20e-6, motion.t, motion.series[name]) for name in ("velocity_1", "pressure"))
        near(self, u_1, -2.862140561, 1e-5), near(self, pressure, 21.0725561e6, 2e3)

    def test_case(self):
        march = judder.run(CASES / "slab_contact_loss" / "case.lua")["march"]
        near(self, march.probes["velocity_1"][0], -2.862140561, 1e-6), near(self, march.probes["velocity_2"][0], -1.447312403, 1e-6)
        near(self, march.probes["velocity_1"][1], 0.786892165, 1e-6), near(self, march.probes["pressure"][1], 100.1196014e6, 1)
        self.assertEqual(march.columns["profile_01_t_1e-05"][0] if "profile_01_t_1e-05" in march.columns else "z [m]", "z [m]")
        self.assertTrue(any(field.ndim == 2 for field in march.fields.values()))

    def test_steps(self):
        whole = thrown_slab().march(5e-6, 1e-8)
        run = thrown_slab().start(5e-6, 1e-8)
        first, rest = run.advance(100), run.advance()
        self.assertEqual(first.values["steps"], 100)
        np.testing.assert_array_equal(np.concatenate([first.pressure, rest.pressure]), whole.pressure)
        self.assertEqual(run.state["pressure"], whole.pressure[-1])
        u_t, u_z = run.profile([0, H/2, H])
        near(self, u_t[0, 0], run.state["velocity_1"], 1e-3), self.assertEqual(u_z.shape, (3, 3))

    def test_other_methods(self):
        for more in (dict(method="euler"), dict(method="upwind")):
            motion = thrown_slab(**more).march(5e-6, 1e-8)
            near(self, motion.t[-1], 5e-6, 2e-8)


class BeamNumbers(unittest.TestCase):
    def test_march(self):
        motion = judder.Beam(friction=0.9, velocity=1).march(1, 2e-5, every=100)
        near(self, motion.values["first_slip_time"], 0.012, 1e-9)
        near(self, motion.end_displacement[-1], 0.006933007, 1e-9), near(self, motion.end_temperature[-1], 402.250336, 1e-6)
        self.assertEqual([event.kind for event in motion.events], ["slip"])

    def test_functions(self):
        law = judder.Law.thermal(lambda v, theta: 0.9 + 1e-3*(theta - 400))
        beam = judder.Beam(friction=law, velocity=lambda t: 1 + 0.1*math.sin(t), force=lambda x, t: 0.1*x)
        self.assertTrue(0.01 < beam.march(0.05, 1e-4).values["first_slip_time"] < 0.015)


class BlockNumbers(unittest.TestCase):
    """The published table, by the program judder-fe."""

    def test_table(self):
        for nu, mu in ((0.48, 1.7244995322), (0.3, 2.2205992877), (0.1, 3.1931829867)):
            study = judder.run(CASES / "block_modes" / "case.lua", n=9, nu=nu)["stability"]
            near(self, study.values["critical_mu"], mu, 1e-9)
            self.assertTrue(study.values["certified"])
        vector = np.array(study.values["modes"][0]["vector"])
        self.assertEqual(vector[1], 0)  # node 2 sticks
        self.assertTrue(any(name.startswith("mode_01") for name in study.fields))

    def test_text_check_errors(self):
        text = (CASES / "block_modes" / "case.lua").read_text()
        run = judder.run(text, n=5, nu=0.1)
        near(self, run["stability"].values["critical_mu"], 2.9872849028, 1e-9)
        self.assertIn("<table>", run._repr_html_())
        self.assertIn("stability", judder.check(text)[0])
        with self.assertRaisesRegex(judder.InputError, "nu"):
            judder.run(text, nu=0.9)

    def test_output(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "block.h5")
            judder.run(CASES / "block_modes" / "case.lua", output=path, n=3)
            self.assertEqual(judder.load(path).model, "body")

    def test_without_output(self):
        """A run without a file can be saved and drawn as long as it lives, and leaves nothing behind."""
        run = judder.run(CASES / "block_modes" / "case.lua", n=3)
        self.assertIsNone(run.path)
        held = pathlib.Path(run._file)
        with tempfile.TemporaryDirectory() as folder:
            saved, page = os.path.join(folder, "run.h5"), os.path.join(folder, "run.html")
            run.save(saved), run.report(page)
            link, victim = os.path.join(folder, "link.h5"), pathlib.Path(folder, "victim")
            victim.write_text("precious")
            os.symlink(victim, link)
            with self.assertRaisesRegex(judder.InputError, "symbolic link"):
                run.save(link)
            self.assertEqual(victim.read_text(), "precious")
            self.assertEqual(judder.load(saved)["stability"].values["critical_mu"], run["stability"].values["critical_mu"])
            self.assertIn("<svg", pathlib.Path(page).read_text())
        self.assertIn("<svg", run.figures())
        self.assertTrue(held.exists())
        del run
        self.assertFalse(held.exists())

    def test_text_names_files(self):
        """Files that a text names are in the folder given, or in the working folder."""
        text = """return body{ mesh = gmsh "legs.msh", material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { held = {"x", "y"} },
                   contact = { side = "foot", law = unilateral{}, friction = constant{ mu = 0.5 }, state = "slip-" },
                   study = stability{ critical_mu = true } }"""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "legs.msh").write_bytes((CASES / "two_legs" / "legs_11.msh").read_bytes())
            with self.assertRaisesRegex(judder.InputError, "^case:1: .*legs.msh"):
                judder.run(text)
            run = judder.run(text, folder=folder)
            self.assertTrue(run.complete)
            self.assertIn("stability", judder.check(text, folder=folder)[0])
            here = os.getcwd()
            os.chdir(folder)
            try:
                self.assertTrue(judder.run(text).complete)
            finally:
                os.chdir(here)
            self.assertEqual(os.listdir(folder), ["legs.msh"])
            with self.assertRaisesRegex(judder.InputError, "no such folder"):
                judder.run(text, folder=os.path.join(folder, "none"))
            with self.assertRaisesRegex(judder.InputError, "folder goes with the text"):
                judder.run(CASES / "block_modes" / "case.lua", folder=folder)

    def test_progress_and_checkpoint(self):
        """Words of the program come through while it runs; a wrong interval is refused by it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "block.h5")
            said = subprocess.run([sys.executable, "-c", f"import judder; judder.run({str(CASES / 'block_modes' / 'case.lua')!r}, "
                                   f"output={path!r}, progress=True, checkpoint=5, n=3)"], capture_output=True, text=True, check=True)
            self.assertIn("critical_mu", said.stderr)
            self.assertEqual(said.stdout, "")
        with self.assertRaisesRegex(judder.InputError, "checkpoint"):
            judder.run(CASES / "block_modes" / "case.lua", checkpoint=-1)

    def test_interrupt(self):
        """Ctrl-C stops the program, which saves what it has."""
        text = (CASES / "block_stick_slip" / "case.lua").read_text().replace("final = 60*ms", "final = 600")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.h5")
            timer = threading.Timer(3, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                judder.run(text, output=path)
            timer.join()
            self.assertEqual(judder.load(path)["march"].outcome, "stopped")


def exact_solve(A, b):
    """The solution of a regular system of fractions, or None."""
    rows = [[Fraction(int(a)) for a in row] + [Fraction(int(right))] for row, right in zip(A, b)]
    m = len(rows)
    for k in range(m):
        pivot = next((i for i in range(k, m) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value/rows[k][k] for value in rows[k]]
        for i in range(m):
            if i != k:
                rows[i] = [a - rows[i][k]*c for a, c in zip(rows[i], rows[k])]
    return [row[m] for row in rows]


def sets_of(n):
    return ([i for i in range(n) if bits >> i & 1] for bits in range(1 << n))


def exact_points(M, q):
    """The isolated solutions of an LCP of integers, set by set."""
    points = []
    for members in sets_of(len(q)):
        x = exact_solve(M[np.ix_(members, members)], -q[members])
        if x is None or min(x, default=0) < 0:
            continue
        w = [int(q[i]) + sum(int(M[i, j])*value for j, value in zip(members, x)) for i in range(len(q))]
        if min(w) >= 0:
            points.append((members, x))
    return points


def exact_minor(M, members):
    """The minor of some rows, the entries as the doubles they are."""
    rows, value = [[Fraction(float(M[i, j])) for j in members] for i in members], Fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k] != 0), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            rows[k], rows[pivot], value = rows[pivot], rows[k], -value
        value *= rows[k][k]
        for i in range(k + 1, len(rows)):
            rows[i] = [a - rows[i][k]/rows[k][k]*c for a, c in zip(rows[i], rows[k])]
    return value


def exact_singular(M):
    """Whether some principal block is singular."""
    return any(members and exact_solve(M[np.ix_(members, members)], np.zeros(len(members), int)) is None for members in sets_of(len(M)))


class Solvers(unittest.TestCase):
    def test_eicp_of_a_collection(self):
        rng = np.random.default_rng(7)
        for n in (2, 4, 6):
            X, B = rng.normal(size=(n, n)), rng.normal(size=(n, n))
            A = X @ X.T + 0.1*np.eye(n)
            answer, all_ = judder.eicp(A, B, to=1e3), judder.eicp_all(A, B, to=1e3)
            self.assertEqual(answer.outcome, "found" if all_ else "none")
            if all_:
                near(self, answer.mu, all_[0][0], 1e-9*abs(answer.mu))
                w = (A - answer.mu*B) @ answer.x
                self.assertGreater(w.min(), -1e-10*abs(A).max()), near(self, float(answer.x @ w), 0, 1e-10*abs(A).max())
                self.assertTrue(answer.certificate.holds(A, B, answer.mu))
                self.assertFalse(answer.certificate.holds(A, 2*B, answer.mu))

    def test_lcp(self):
        rng = np.random.default_rng(3)
        for _ in range(20):
            X, q = rng.normal(size=(6, 6)), rng.normal(size=6)
            M = X @ X.T + np.eye(6)
            answers = [judder.lcp(M, q, solver) for solver in ("lemke", "principal_pivoting", "fischer_burmeister")]
            for answer in answers:
                np.testing.assert_allclose(answer.x, answers[0].x, atol=1e-10)
            self.assertEqual(len(judder.lcp_all(M, q).x), 1)
            self.assertTrue(judder.matrix_class(M).answer)

    def test_lcp_against_all_sets_in_fractions(self):
        """The default answer of small problems of integers against every set, solved exactly."""
        rng = np.random.default_rng(11)
        seen = {"solved": 0, "none": 0, "ray": 0}
        for trial in range(400):
            n = int(rng.integers(1, 5))
            M, q = rng.integers(-3, 4, size=(n, n)), rng.integers(-3, 4, size=n)
            if trial % 3 == 0:
                q = q * 10**int(rng.integers(0, 12))
            answer, points = judder.lcp(M, q), exact_points(M, q)
            self.assertIn(answer.outcome, seen)
            seen[answer.outcome] += 1
            if answer.outcome == "solved":
                self.assertLess(answer.residual, 1e-12)
            else:
                self.assertTrue(answer.proof_holds)
            if answer.outcome == "none":
                self.assertEqual(points, [])
            if points == [] and not exact_singular(M):
                self.assertNotEqual(answer.outcome, "solved")
        self.assertTrue(seen["solved"] > 200 and seen["none"] > 10 and seen["ray"] > 10, seen)

    def test_classes_against_fractions(self):
        """P and P0 of small matrices, also singular and nearly singular ones, against exact minors: no false answer."""
        rng = np.random.default_rng(13)
        seen = {True: 0, False: 0, None: 0}
        for trial in range(900):
            n = int(rng.integers(1, 5))
            M = rng.integers(-3, 4, size=(n, n)) + np.diag(rng.integers(0, 5, size=n)).astype(float)
            if trial % 3 == 1:
                M = M * 10.0**rng.uniform(-12, 12, size=(n, 1)) * 10.0**rng.uniform(-12, 12, size=(1, n))
            if trial % 3 == 2:
                X = rng.normal(size=(n, max(1, n - 1)))
                M = X @ X.T + (1e-16*rng.normal(size=(n, n)) if trial % 2 else 0)
            minors = [exact_minor(M, members) for members in sets_of(n) if members]
            for which, true in (("P", min(minors) > 0), ("P0", min(minors) >= 0)):
                answer = judder.matrix_class(M, which).answer
                seen[answer] += 1
                self.assertIn(answer, (None, true), f"{which} of {M.tolist()}")
                if trial % 3 == 0:
                    self.assertEqual(answer, true)
        self.assertTrue(min(seen.values()) > 50, seen)

    def test_lists_say_whether_they_are_all(self):
        found = judder.lcp_all([[0, 1], [0, 0]], [-1, 0])
        self.assertTrue(found.continuum and found.complete)
        self.assertTrue(judder.lcp_all([[2, 0], [0, 2]], [-1, -1]).complete)
        A, B = np.diag([2.0, 3, 5]), np.diag([1.0, 2, 1])
        for start in (0, -1e6, -1e9):
            found = judder.eicp_all(A, B, start=start)
            self.assertEqual([mu for mu, _x in found], [1.5, 2, 5])
            self.assertTrue(found.complete and found.whole and not found.singular and found.undecided == 0)
        A[2, 2] = B[2, 2] = 0
        self.assertTrue(judder.eicp_all(A, B).singular and not judder.eicp_all(A, B).complete)
        rates = judder.System([[5, 2], [2, 1]], [judder.Contact(0, 1, direction=1, mu=0.4)], load=[0, 0.3]).rates()
        self.assertTrue(rates.complete and not rates.continuum)

    def test_lcp_tries_what_it_can(self):
        """What Lemke's path alone leaves on a ray, another solver may still find."""
        rng = np.random.default_rng(2)
        better = 0
        for _ in range(300):
            M, q = rng.normal(size=(5, 5)), rng.normal(size=5)
            alone, best = judder.lcp(M, q, "lemke"), judder.lcp(M, q)
            if alone.outcome in ("solved", "none"):
                self.assertEqual(best.outcome, alone.outcome)
            better += alone.outcome == "ray" and best.outcome == "solved"
        self.assertGreater(better, 0)
        np.testing.assert_array_equal(judder.lcp(np.eye(2), [-5, -1e-11]).x, [5, 1e-11])

    def test_system_pencil(self):
        """The critical mu of a system is the least of its pencil."""
        rng = np.random.default_rng(5)
        X = rng.normal(size=(8, 8))
        K = X @ X.T + np.eye(8)
        contacts = [judder.Contact(0, 1, direction=1, mu=0.3), judder.Contact(2, 3, direction=-1, mu=0.3)]
        system = judder.System(K, contacts)
        self.assertEqual(system.slipping, [0, 1])
        A, B = system.pencil()
        one, other = system.critical_mu(to=1e3), judder.eicp(A, B, to=1e3)
        self.assertEqual(one.outcome, other.outcome)
        if one.mu is not None:
            near(self, one.mu, other.mu, 1e-9*other.mu), np.testing.assert_allclose(one.x, other.x, atol=1e-9)


class Errors(unittest.TestCase):
    def test_messages(self):
        for call, words in ((lambda: judder.Law("linnear"), "did you mean linear"),
                            (lambda: judder.Law("constant", mu=-1), "allowed is a number >= 0"),
                            (lambda: judder.run("nowhere.lua"), "nowhere.lua"),
                            (lambda: judder.run("return 1\n"), "case"),
                            (lambda: judder.run(CASES / "hysteresis_cycle" / "case.lua", nothing=1), "nothing"),
                            (lambda: judder.lcp([[1, 2]], [1]), "square matrix"),
                            (lambda: judder.lcp([[1]], [1, 2]), "1 numbers are needed"),
                            (lambda: judder.eicp([["a"]], [[1]]), "numbers are needed"),
                            (lambda: judder.System([[1]], [judder.Contact(0, 0, "slips")]), "allowed is one of"),
                            (lambda: judder.Slab(height=1, G=1, rho=1, friction=0.5), "squeeze or pressure"),
                            (lambda: thrown_slab().march(1e-4, -1), "step of march is -1"),
                            (lambda: thrown_slab().march(1e-7, 1e-8, every=-1), "every is -1: allowed is an integer >= 1"),
                            (lambda: thrown_slab().march(1e-7, 1e-8, every=0.5), "every is 0.5"),
                            (lambda: thrown_slab().start(1e-7, 1e-8).advance(-1), "steps is -1: allowed"),
                            (lambda: judder.load(__file__), "test_judder.py")):
            with self.assertRaises(judder.InputError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
            self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(judder.InputError) as caught:
            judder.Law("constant", mu=-1)
        self.assertEqual(caught.exception.field, "mu")

    def test_exception_in_a_function(self):
        def load(t):
            return 1/(t - 0.5) if t < 0.4 else {}["nothing"]

        with self.assertRaises(judder.InputError) as caught:
            judder.Inclusion(0.5, load).march(1, 1e-3)
        self.assertIsInstance(caught.exception.__cause__, KeyError)
        self.assertIn("KeyError", str(caught.exception))
        judder.Inclusion(0.5, 1.0).march(1, 1e-1)  # and nothing stays behind

    def test_unknown_names(self):
        run = judder.run(CASES / "hysteresis_cycle" / "case.lua")
        march = run["march"]
        motion = judder.Inclusion(0.5, 1.0).march(1, 0.1)
        for call, words in ((lambda: run["mrch"], "no study 'mrch': did you mean march? there is march, branches"),
                            (lambda: march.values["jmps"], "did you mean jumps"), (lambda: march.series["w"], "there is t, "),
                            (lambda: march.probes["w"], "no probe 'w'"), (lambda: march.fields["w"], "no field 'w'"),
                            (lambda: motion.series["lod"], "did you mean load"), (lambda: motion.values["jump"], "did you mean jumps")):
            with self.assertRaises(KeyError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
        with self.assertRaisesRegex(AttributeError, "did you mean load"):
            motion.lod
        self.assertIsNone(march.values.get("jmps"))
        self.assertTrue(math.isnan(judder.Law("constant", mu=0.8)(math.nan)))

    def test_exception_of_a_signal_handler(self):
        """What another handler raises inside a run ends it and is raised again."""
        slab = judder.Slab(height=1, G=1, rho=1, pressure=1, friction=0.5, foundation=0.2)
        case = """return inclusion{ friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, load = 1, selection = mass{ epsilon = 1e-3 },
                   study = march{ final = 1e7, step = 1e-3, every = 1000000 } }"""

        def late(_number, _frame):
            raise TimeoutError("too late")

        before = signal.signal(signal.SIGALRM, late)
        try:
            for call in (lambda: judder.run(case), lambda: slab.march(1e6, 1e-3, every=1000000)):
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                with self.assertRaisesRegex(TimeoutError, "too late"):
                    call()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        judder.Inclusion(0.5, 1.0).march(1, 1e-1)  # and nothing stays behind

    def test_interrupt(self):
        """Ctrl-C stops a run of hours within a second."""
        case = """return inclusion{ friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, load = 1, selection = mass{ epsilon = 1e-3 },
                   study = march{ final = 1e7, step = 1e-3, every = 1000000 } }"""
        slab = judder.Slab(height=1, G=1, rho=1, pressure=1, friction=0.5, foundation=0.2)
        rng = np.random.default_rng(2)
        hard = 10*np.eye(60) + 0.1*rng.normal(size=(60, 60)), rng.normal(size=(60, 60))
        for call in (lambda: judder.run(case), lambda: slab.march(1e6, 1e-3, every=1000000), lambda: judder.eicp(*hard, seconds=60)):
            timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            begin = time.perf_counter()
            with self.assertRaises(KeyboardInterrupt):
                call()
            self.assertLess(time.perf_counter() - begin, 3)
            timer.join()

    def test_threads(self):
        results, errors = {}, []

        def work(k):
            try:
                for _ in range(3):
                    results.setdefault(k, []).append(judder.run(CASES / "hysteresis_cycle" / "case.lua", mu_s=0.8 + k/100)["march"].values["jump_times"][0])
                    with self.assertRaisesRegex(judder.InputError, f"-{k + 1}"):
                        judder.Law("constant", mu=-k - 1)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        for k in range(4):
            np.testing.assert_allclose(results[k], (0.4 + k/100)/1.2, atol=1e-9)


class Files(unittest.TestCase):
    def test_save_load_report(self):
        with tempfile.TemporaryDirectory() as folder:
            saved, page = os.path.join(folder, "run.h5"), os.path.join(folder, "run.html")
            run = judder.run(CASES / "hysteresis_cycle" / "case.lua")
            run.save(saved), run.report(page)
            back = judder.load(saved)
            np.testing.assert_array_equal(back["march"].series["v"], run["march"].series["v"])
            self.assertEqual(back["march"].values["jump_times"], run["march"].values["jump_times"])
            self.assertEqual(back["branches"].values["roots"], run["branches"].values["roots"])
            self.assertIn("<svg", pathlib.Path(page).read_text())
            direct = judder.run(CASES / "hysteresis_cycle" / "case.lua", output=os.path.join(folder, "direct.h5"))
            np.testing.assert_array_equal(direct["march"].series["v"], run["march"].series["v"])

    def test_names_do_not_steer_the_terminal(self):
        run = judder.run("return inclusion{ friction = constant{ mu = 0.5 }, load = 1,\n"
                         r"study = march{ name = '\206\188 m\27[31m\194\155\226\128\174X\r\n\7', final = 1, step = 0.1 } }")
        self.assertIn("\33", run.studies[0].name)
        shown = r"\x1b[31m\u{9b}\u{202e}X\r\n\x07"
        self.assertEqual(repr(run), f"<judder.Run inclusion: μ m{shown} done>")
        self.assertEqual(repr(run[0]), f"<judder.Study μ m{shown}: done>")
        with self.assertRaises(KeyError) as caught:
            run["zz"]
        self.assertTrue(str(caught.exception).isprintable())

    def test_verdict(self):
        """In memory, saved and read back; empty of a study that answers no question."""
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "run.h5")
            run = judder.run(CASES / "particle_klarbring" / "case.lua")
            run.save(saved)
            for study in (run[0], judder.load(saved)[0]):
                self.assertIn(study.certainty, ("proved", "checked", "computed", "unanswered"))
                self.assertTrue(study.verdict)
            march = judder.run(CASES / "hysteresis_cycle" / "case.lua")["march"]
            self.assertEqual((march.verdict, march.certainty), ("", ""))

    def test_notebook(self):
        html = judder.run(CASES / "hysteresis_cycle" / "case.lua")._repr_html_()
        self.assertGreaterEqual(html.count("<svg"), 2)
        self.assertEqual(html.count("<svg"), html.count("</svg>"))
        self.assertIn("<td>march</td><td>done</td>", html)

    def test_arrays_outlive_the_run(self):
        v = judder.run(CASES / "hysteresis_cycle" / "case.lua")["march"].series["v"]
        junk = [np.zeros(1001) for _ in range(100)]
        near(self, v[400], 0.38, 1e-12)
        self.assertFalse(v.flags.writeable)
        del junk


class Doors(unittest.TestCase):
    """The working folder may be a stranger's: neither the library nor the program is taken out of it."""

    def ask(self, code, **environment):
        """What a copy of the package, far from any build, says in a folder that has a library and a program of these names."""
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder, "here")
            here.mkdir()
            shutil.copytree(pathlib.Path(judder.__file__).parent, pathlib.Path(folder, "package", "judder"))
            for name in ("libjudder.so", "libjudder.so.0"):
                shutil.copyfile(lib._name, here / name)
            for name in ("judder-fe", "gcc", "ld", "objdump"):
                (here / name).write_text("#!/bin/sh\n/usr/bin/touch taken\n")
                (here / name).chmod(0o755)
            kept = {key: value for key, value in os.environ.items() if key not in ("JUDDER_FE", "JUDDER_LIBRARY", "LD_LIBRARY_PATH")}
            said = subprocess.run([sys.executable, "-P", "-c", code] if sys.version_info >= (3, 11) else [sys.executable, "-c", code], cwd=here,
                                  env={**kept, "PATH": ".::bin", "PYTHONPATH": os.path.join(folder, "package"), **environment},
                                  capture_output=True, text=True, check=False)
            self.assertFalse((here / "taken").exists())
            return said.stderr

    def test_library(self):
        if ctypes.util.find_library("judder"):
            self.skipTest("judder is installed here")
        self.assertIn("libjudder was not found", self.ask("import judder"))

    def test_program(self):
        code = f"import judder; judder.run({str(CASES / 'block_modes' / 'case.lua')!r}, n=3)"
        self.assertIn("judder-fe, which was not found", self.ask(code, JUDDER_LIBRARY=os.environ.get("JUDDER_LIBRARY", lib._name)))


class Cost(unittest.TestCase):
    def test_march_overhead(self):
        """A march from Python takes at most 1 ms longer than its calls of the library (the least of many, on a busy machine)."""
        slab = judder.Slab(height=H, lam=107e9, G=77e9, rho=7800, squeeze=20e-6, epsilon=10, foundation=[2, 0.5],
                           friction=judder.Law("linear", mu_s=0.8, mu_d=0.5, v_c=1))
        final, step = 1e-5, 1e-9

        def plain():
            setup = CSetup.from_buffer_copy(slab._setup)
            setup.final, setup.step = final, step
            handle, report = c_void_p(), CReport()
            rows, c_rows = room_for(10100, 1, len(COLUMNS))
            begin = time.perf_counter()
            lib.judder_slab_create(byref(setup), byref(handle))
            lib.judder_slab_march(handle, 0, byref(c_rows), byref(report))
            lib.judder_slab_destroy(byref(handle))
            return time.perf_counter() - begin

        def whole():
            begin = time.perf_counter()
            slab.march(final, step)
            return time.perf_counter() - begin

        c, python = min(plain() for _ in range(30)), min(whole() for _ in range(30))
        print(f"march of 10000 steps: {1e6*c:.0f} us in the library, {1e6*(python - c):.0f} us more from Python")
        self.assertLess(python - c, 1e-3)


class Flutter(unittest.TestCase):
    def test_no_root_is_lost(self):
        """Three dofs that move, damped so much that every root is real: six roots, more than dofs."""
        system = judder.System(np.diag([1.0, 2, 3, 4]) + 0.1, [judder.Contact(0, 1, direction=1, mu=0.1)], mass=np.eye(4), damping=9*np.eye(4))
        roots = system.flutter(0.1)
        self.assertEqual(len(roots), 6)
        self.assertTrue(all(root.imag == 0 and root.real < 0 for root in roots))
        near(self, abs(np.prod(roots)), abs(np.linalg.det(np.diag([2.0, 3, 4]) + 0.1 - np.outer([0.1, 0, 0], [0.1, 0.1, 0.1]))), 1e-9)


class DampedGrowth(unittest.TestCase):
    """Growth of random systems with damping, set by set by an independent solver (ST-18)."""

    @staticmethod
    def rates(K, C, M, contacts, mu):
        """Growth rates and by how much their conditions hold, relative to the largest rate of a dof."""
        n, found = len(K), []
        for slips in itertools.product((False, True), repeat=len(contacts)):
            P = [np.eye(n)[i] for i in range(2*len(contacts), n)] + [c.direction*np.eye(n)[c.tangent] for c, s in zip(contacts, slips) if s]
            R = [np.eye(n)[i] for i in range(2*len(contacts), n)] + [c.direction*np.eye(n)[c.tangent] - mu*np.eye(n)[c.normal]
                                                                     for c, s in zip(contacts, slips) if s]
            if not P:
                continue
            P, R = np.array(P).T, np.array(R)
            inverse = np.linalg.inv(R @ M @ P)
            m = P.shape[1]
            companion = np.block([[np.zeros((m, m)), np.eye(m)], [-inverse @ R @ K @ P, -inverse @ R @ C @ P]])
            values, vectors = np.linalg.eig(companion)
            for value, vector in zip(values, vectors.T):
                if abs(value.imag) > 1e-9*abs(value) or value.real < 1e-6:
                    continue
                V = P @ vector[:m].real
                w = (value.real**2*M + value.real*C + K) @ V
                signs = np.array([c.direction*V[c.tangent] if s else c.direction*w[c.tangent] - mu*w[c.normal]
                                  for c, s in zip(contacts, slips)])/np.max(np.abs(V))
                found.append((value.real, max(min(signs), min(-signs))))
        return found

    def test_nothing_is_missed_and_nothing_invented(self):
        random, grown = np.random.default_rng(8), 0
        for _ in range(300):
            n = int(random.integers(2, 8))
            A, B = random.integers(-3, 4, (n, n)), random.integers(-3, 4, (n, n))
            K, M = (A @ A.T).astype(float), np.diag(random.integers(1, 4, n)).astype(float)
            C = [B @ B.T, B - B.T, B, B + B.T][random.integers(4)].astype(float)
            mu = float(random.choice([0, .25, .5, 2]))
            contacts = [judder.Contact(2*i, 2*i + 1, direction=int(random.choice([-1, 1])), mu=mu)
                        for i in range(random.integers(1, min(3, n//2) + 1))]
            growth = judder.System(K, contacts, mass=M, damping=C).growth()
            self.assertTrue(growth.complete)
            try:
                found = self.rates(K, C, M, contacts, mu)
            except np.linalg.LinAlgError:  # a set without inertia
                continue
            ours = [one.growth for one in growth if one.growth > 1e-6]
            grown += len(ours) > 0
            for value, sure in found:
                if abs(sure) > 1e-6:
                    self.assertEqual(any(abs(value - one) < 1e-6*value for one in ours), sure > 0, (value, sure, K, C, M, mu))
            for one in ours:
                self.assertTrue(any(abs(value - one) < 1e-6*value and sure > -1e-6 for value, sure in found), one)
        self.assertGreater(grown, 40)


class Fields(unittest.TestCase):
    """Structs, arguments, defaults and words are those of the library's tables."""

    MODELS = (("beam", judder.Beam, judder.beam.CSetup), ("slab", judder.Slab, judder.slab.CSetup),
              ("inclusion", judder.Inclusion, judder.inclusion.CSetup))
    APART = {"contact", "jump_count", "final", "step", "force", "load"}  # deduced, of march, or arguments of the class itself

    def test_structs_have_the_places_of_the_library(self):
        for model, _, setup in self.MODELS:
            for name, field in fields(model).items():
                self.assertEqual(getattr(setup, name).offset, field.offset, field)
                self.assertEqual(getattr(setup, name).size, field.components * ctypes.sizeof(field.type), field)

    def test_every_field_is_an_argument_with_its_default(self):
        for model, made, _ in self.MODELS:
            arguments = inspect.signature(made).parameters
            seen = 0
            for name, field in fields(model).items():
                if field.kind and name not in self.APART:
                    self.assertEqual(arguments[field.argument].default, field.default, field)
                    seen += 1
            self.assertGreaterEqual(seen, 3, model)
            self.assertEqual(list(inspect.signature(made.march).parameters)[1:], ["final", "step", "every"])
        beam, slab = inspect.signature(judder.Beam).parameters, inspect.signature(judder.Slab).parameters
        self.assertEqual((beam["c"].default, beam["wall"].default, beam["method"].default, beam["modes"].default), (10, 400, "modal", 0))
        self.assertEqual((slab["lam"].default, slab["squeeze"].default, slab["method"].default), (0, None, "delay"))
        for required in (beam["velocity"], slab["height"], slab["G"], slab["rho"], slab["friction"]):
            self.assertIs(required.default, inspect.Parameter.empty)

    def test_none_is_no_number(self):
        """None stands for what is not there: only where that is the default."""
        slab = {"height": 0.05, "lam": 107e9, "G": 77e9, "rho": 7800, "friction": 0.4, "foundation": 0.5}
        judder.Slab(**slab, squeeze=1e-5, pressure=None, compliance=None, velocity=None, strain=None)
        for name in ("height", "rho", "epsilon"):
            with self.assertRaises(TypeError):
                judder.Slab(**{**slab, "squeeze": 1e-5, name: None})
        for name in ("velocity", "foundation", "wall"):
            with self.assertRaises(judder.InputError):
                judder.Beam(**{"friction": 0.4, "velocity": 1, name: None})
        with self.assertRaises(judder.InputError):
            judder.Inclusion(judder.Law("constant", mu=0.4), None).march(1, 0.1)

    def test_a_flag_is_what_python_calls_true(self):
        law = judder.Law("constant", mu=0.4)
        exact, *steps = (judder.Inclusion(law, 0.5, epsilon=0.1, implicit=flag).march(1, 0.1).v[1] for flag in (False, True, 1, np.True_))
        self.assertEqual(len(set(steps)), 1)
        self.assertNotEqual(exact, steps[0])
        with self.assertRaises(judder.InputError):
            judder.Inclusion(law, 0.5, epsilon=0.1, implicit="no").march(1, 0.1)

    def test_help_has_the_names_of_the_arguments(self):
        for model, made, _ in self.MODELS:
            listed = {line.split(":")[0].strip() for line in made.__doc__.split("as `judder explain` says it:")[1].splitlines() if ":" in line}
            self.assertEqual(listed - set(inspect.signature(made).parameters) - {"final", "step", "contact"}, set(), model)

    def test_a_field_added_to_the_table_appears(self):
        """The library with one field more, behind all others: a class made then has it, and puts it in its place."""
        ask, last = lib.judder_setup_field_at, list(fields("slab").values())[-1]
        count, end = len(fields("slab")), last.offset + ctypes.sizeof(last.type)

        def with_one_more(model, position, field):
            if position != count:
                return ask(model, position, field)
            to = field._obj
            to.name, to.offset, to.word, to.key, to.choices = b"stiffening", end, b"slab", b"stiffening", None
            to.help, to.allowed, to.kind, to.components, to.required, to.usual = b"how much harder", b"a number >= 0 Pa", 0, 1, False, 2.5
            return True

        lib.judder_setup_field_at = with_one_more
        try:
            @from_table("slab", without=("contact",))
            class Stiffened(judder.motion.Model):
                """More than a slab."""

                def __init__(self, *, friction, **given):
                    self._setup = self._arguments.setup(given, [])
        finally:
            lib.judder_setup_field_at = ask
        self.assertEqual(inspect.signature(Stiffened).parameters["stiffening"].default, 2.5)
        self.assertIn("stiffening: how much harder (a number >= 0 Pa)", Stiffened.__doc__)
        made = Stiffened(friction=0.5, height=1, G=3, rho=1, stiffening=7)._setup
        self.assertEqual((type(made).stiffening.offset, made.stiffening, made.G), (end, 7, 3))
        with self.assertRaisesRegex(TypeError, "did you mean 'stiffening'?"):
            Stiffened(friction=0.5, height=1, G=1, rho=1, stifening=7)

    def test_wrong_arguments_name_the_nearest(self):
        for call, words in ((lambda: judder.Slab(frction=1), "has no argument 'frction': did you mean 'friction'?"),
                            (lambda: judder.Beam(friction=1, velocity=1, alhpa=1), "did you mean 'alpha'?"),
                            (lambda: judder.Inclusion(0.5, 1, zzzz=1), "it has friction, load, "),
                            (lambda: judder.Slab(height=1, G=1, friction=0.5, squeeze=0.1), "Slab.*rho"),
                            (lambda: judder.Inclusion(0.5, 1, 2), "Inclusion.*too many positional")):
            with self.assertRaisesRegex(TypeError, words.replace("?", "\\?")):
                call()
        with self.assertRaisesRegex(judder.InputError, "hold is 'lnear': allowed is one of linear, constant"):
            judder.Beam(friction=1, velocity=1, hold="lnear")

    def test_the_words_of_the_tables_are_in_the_documentation(self):
        self.assertIn("alpha: expansion: pressure p = alpha times the mean temperature (a number > 0)", judder.Beam.__doc__)
        self.assertIn("height: H, from the contact to the top (a number > 0 m)", judder.Slab.__doc__)
        self.assertEqual(fields("no such model"), {})


class Docs(unittest.TestCase):
    def test_examples_in_docstrings(self):
        os.chdir(SOURCE)
        attempted = 0
        for name in ["judder"] + [f"judder.{module.name}" for module in pkgutil.iter_modules(judder.__path__)]:
            result = doctest.testmod(importlib.import_module(name), extraglobs={"judder": judder, "np": np})
            self.assertEqual(result.failed, 0, name)
            attempted += result.attempted
        self.assertGreater(attempted, 50)

    def test_everything_public_is_documented(self):
        for name in judder.__all__:
            self.assertTrue(getattr(judder, name).__doc__, name)

    def test_start(self):
        """Importing needs no build and no other package than numpy."""
        subprocess.run([sys.executable, "-c", "import judder; assert judder.__version__"], check=True)


class WrongArrays(unittest.TestCase):
    """What is too short, too long, empty, of another kind or no number is a ValueError, before C sees it."""

    good = np.array([[2.0, 1.0], [1.0, 2.0]])
    contact = judder.Contact(0, 1, direction=1, mu=0.4)

    def lists(self, n):
        """All that is no list of n numbers."""
        yield from ([], [0.0]*(n - 1), [0.0]*(n + 1), np.zeros((1, n)), np.zeros((n, 1)), [math.nan]*n, [math.inf]*n, [1j]*n, ["a"]*n,
                    [None]*n, np.array([object()]*n), [[0.0]*n, [0.0]])

    def matrices(self):
        yield from (np.zeros((0, 0)), np.zeros(2), np.zeros((2, 3)), np.full((2, 2), math.nan), np.full((2, 2), math.inf), [[1, 2], [3]],
                    np.zeros((2, 2), dtype=complex), [["a", "b"], ["c", "d"]], None, 5.0)

    def refused(self, call, *given):
        with self.assertRaises(ValueError, msg=f"{given!r}"):
            call(*given)

    def test_lists(self):
        eye, system = np.eye(2), judder.System
        slab = judder.Slab(height=1, lam=1, G=1, rho=1, squeeze=0.1, friction=0.5, epsilon=0.1).start(1, 0.1)
        for bad in self.lists(2):
            for solver in ("lemke", "principal_pivoting", "projected_gauss_seidel", "fischer_burmeister", "minimum"):
                self.refused(lambda x: judder.lcp(self.good, [-1, -1], solver, start=x), bad)
            self.refused(lambda x: judder.lcp(self.good, x), bad)
            self.refused(lambda x: judder.lcp_all(self.good, x), bad)
            self.refused(lambda x: system(self.good, [self.contact], load=x), bad)
            self.refused(lambda x: system(self.good, [self.contact._replace(reaction=x)]), bad)
            self.refused(lambda x: judder.Law.tabulated([0, 1], x), bad)
            self.refused(lambda x: judder.Inclusion(0.5, judder.Table([0, 1], x)).march(1, 0.1), bad)
            if not (isinstance(bad, list) and len(bad) == 2 and isinstance(bad[0], (float, type(None)))):  # no numbers there are an outcome
                self.refused(lambda x: judder.mcp(lambda _: x, lambda _: eye, [1, 2]), bad)
        for bad in ([math.nan], [[0.1]], ["a"], [2.0]):
            self.refused(slab.profile, bad)
        self.refused(lambda x: judder.mcp(lambda v: v, lambda _: eye, x), [math.nan, 1])
        self.refused(lambda x: judder.mcp(lambda v: v, lambda _: eye, [1, 2], low=x), [1, 2, 3])
        self.refused(lambda x: judder.mcp(lambda v: v, lambda _: x, [1, 2]), [1.0, 1.0])

    def test_a_start_of_the_wrong_length_harms_nothing(self):
        for _ in range(20):
            self.refused(lambda x: judder.lcp(np.eye(2000), -np.ones(2000), "projected_gauss_seidel", start=x), [0.0])

    def test_matrices(self):
        certificate = judder.eicp(self.good, np.eye(2)).certificate
        for bad in self.matrices():
            self.refused(lambda x: judder.lcp(x, [-1, -1]), bad)
            self.refused(judder.matrix_class, bad)
            self.refused(lambda x: judder.eicp(x, np.eye(2)), bad)
            self.refused(lambda x: judder.eicp(np.eye(2), x), bad)
            self.refused(lambda x: judder.eicp_all(np.eye(2), x), bad)
            self.refused(lambda x: certificate.holds(np.eye(2), x, 1), bad)
            self.refused(lambda x: judder.System(x, [self.contact]), bad)
            if bad is not None:
                self.refused(lambda x: judder.System(self.good, [self.contact], mass=x), bad)
        self.refused(lambda x: certificate.holds(np.eye(4), x, 1), np.eye(2))
        self.assertFalse(certificate.holds(np.eye(3), np.eye(3), 1))

    def test_whole_numbers(self):
        """Beyond 32 bits dof 0 would come again."""
        for bad in (2**32, 2**32 + 1, 2**31, -1, 2, 2**64, 0.5, math.nan, math.inf, "0", None):
            self.refused(lambda x: judder.System(self.good, [self.contact._replace(normal=x)]), bad)
            self.refused(lambda x: judder.System(self.good, [self.contact._replace(tangent=x, normal=0)]), bad)
        for bad in (2**32 + 1, 2, 0.5, math.nan, None):
            self.refused(lambda x: judder.System(self.good, [self.contact._replace(direction=x)]), bad)
        beam = judder.Beam(friction=0.9, velocity=1).start(0.1, 0.01)
        for bad in (-1, 2**64 + 1, 0.5, math.nan, math.inf, "1", None):
            self.refused(beam.advance, bad)
            self.refused(lambda x: beam.advance(1, x), bad)
            self.refused(beam.profile, bad)
            self.refused(lambda x: judder.Beam(friction=0.9, velocity=1, modes=x), bad)
            self.refused(lambda x: judder.Slab(height=1, lam=1, G=1, rho=1, squeeze=0.1, friction=0.5, cells=x), bad)

    def test_arrays_that_lie_apart_are_taken(self):
        wide = np.zeros((4, 4))
        wide[::2, ::2] = self.good
        apart = judder.lcp(wide[::2, ::2], np.array([-1.0, 9, -1, 9])[::2], start=np.ones(4)[::2])
        np.testing.assert_array_equal(apart.x, judder.lcp(self.good, [-1, -1]).x)
        turned = judder.lcp(np.asfortranarray([[2.0, 0], [1, 2]]), [-1, -1])
        np.testing.assert_array_equal(turned.x, judder.lcp([[2.0, 0], [1, 2]], [-1, -1]).x)
        small = judder.lcp(self.good.astype(np.float32), np.array([-1, -1], dtype=np.int8))
        np.testing.assert_array_equal(small.x, judder.lcp(self.good, [-1, -1]).x)

    def test_texts_with_a_zero_byte(self):
        """C would take what stands before it for the whole."""
        case = "return inclusion{ friction = constant{ mu = 0.5 }, load = 0, selection = perfect_delay{}, study = march{ final = 1, step = 0.1 } }"
        run = judder.run(case)
        for call in (lambda: judder.run(case + "\0 {"), lambda: judder.run("case.lua\0"), lambda: judder.load("result.h5\0.txt"),
                     lambda: judder.run(case, **{"V\0": 1}), lambda: judder.run(case, V="1\0"), lambda: judder.Law("constant\0", mu=1),
                     lambda: judder.lcp(self.good, [-1, -1], "lemke\0"), lambda: run.save("a.h5\0"), lambda: judder.check(case + "\0")):
            self.refused(call)

    def test_a_table_that_was_changed(self):
        table = judder.Table([0, 1], [1, 1])
        table.value = np.zeros(0)
        self.refused(lambda x: judder.Inclusion(0.5, x).march(1, 0.1), table)

    def test_jumps_that_were_changed(self):
        def jumps(given):
            inclusion = judder.Inclusion(judder.Law("linear", mu_s=0.8, mu_d=0.5, v_c=0.1), load=lambda t: 0.7, jumps=[0.5])
            inclusion.jumps = given
            return inclusion.march(1, 0.01).values
        wanted = jumps(np.array([0.25, 0.75]))
        for same in (np.array([0.25, 0.75], dtype=np.float32), np.array([0.25, 9, 0.75, 9])[::2], [0.25, 0.75]):
            self.assertEqual(jumps(same), wanted)
        for bad in (np.frombuffer(b"\1"*200, dtype=np.complex64), [math.nan], [[0.25]], ["a"], None):
            self.refused(jumps, bad)

    def test_lengths_cannot_be_changed(self):
        """By them the library is given room."""
        system = judder.System(self.good, [self.contact], mass=np.eye(2), load=[0, 0.3])
        slab = judder.Slab(height=1, lam=1, G=1, rho=1, squeeze=0.1, friction=0.5, epsilon=0.1).start(1, 0.1)
        beam = judder.Beam(friction=0.9, velocity=1).start(0.1, 0.01)
        for owner, name in ((system, "n"), (slab, "steps"), (slab, "step"), (beam, "steps")):
            before = getattr(owner, name)
            with self.assertRaises(AttributeError):
                setattr(owner, name, 1)
            self.assertEqual(getattr(owner, name), before)
        self.assertEqual([len(future.V) for future in system.rates()], [2])

    def test_contacts_whose_number_changes(self):
        class Growing(list):
            def __len__(self):
                self.append(WrongArrays.contact)
                return super().__len__()
        self.assertTrue(judder.System(self.good, Growing([self.contact])).slipping)


class Owners(unittest.TestCase):
    """What owns something of the library cannot be copied: the first of two that goes would take it from the other, and from all that borrow it."""

    def test_frequencies_that_pass_are_no_flutter(self):
        """One falls with mu through another that nothing couples to it, at mu = 0.5."""
        K = [[5, 1, 0], [1, 2, 0], [0, 0, 1.5]]
        system = judder.System(K, [judder.Contact(0, 1, "slip", 1, 0.1)], mass=np.eye(3))
        self.assertIsNone(system.flutter_mu(1.0))

    def test_growth_counts_no_slope(self):
        """Friction that falls feeds the slip: what was proved without it would be false."""
        contact = judder.Contact(0, 1, "slip", 1, 0.5, -20.0, 0.0, (-50, -25))
        system = judder.System([[100, 0], [0, 1]], [contact], mass=np.eye(2))
        with self.assertRaisesRegex(judder.InputError, "the slope of contact 0 is -20: growth from rest counts none"):
            system.growth()

    def test_owners_are_not_copied(self):
        law = judder.Law("linear", mu_s=0.8, mu_d=0.5, v_c=0.1)
        slab = judder.Slab(height=1, lam=1, G=1, rho=1, squeeze=0.1, friction=law, epsilon=0.1)
        run = judder.run("return inclusion{ friction = constant{ mu = 0.25 }, load = 1, study = march{ final = 1, step = 0.1 } }")
        owners = [law, judder.Graph(law), slab.start(1, 0.1), judder.Beam(friction=law, velocity=1).start(0.1, 0.01), run, run._owner,
                  judder.System([[5, 2], [2, 1]], [judder.Contact(0, 1, direction=1, mu=0.4)]), judder.eicp(np.eye(2), np.eye(2)).certificate]
        with_handle = {one for module in list(sys.modules.values()) if getattr(module, "__name__", "").startswith("judder")
                       for one in vars(module).values() if isinstance(one, type) and "__del__" in vars(one)}
        self.assertLessEqual(with_handle, {kind for owner in owners for kind in type(owner).__mro__})
        for owner in owners:
            for way in (copy.copy, copy.deepcopy, pickle.dumps, lambda one: pickle.dumps(one, 0)):
                with self.assertRaises(TypeError, msg=f"{type(owner)}"):
                    way(owner)
        self.assertEqual(law(0.05), 0.65)
        self.assertGreater(len(slab.march(1, 0.1).t), 5)


if __name__ == "__main__":
    unittest.main()
