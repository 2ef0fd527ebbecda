"""The systems of systems.py through the library and through the program, to 1e-9; and words that must not be said of them."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import judder
from generate import system
from judge import Judge
from systems import SYSTEMS


def near(a, b):
    return abs(a - b) <= 1e-9*abs(b)


class Library(unittest.TestCase):
    def made(self, given):
        contacts = [judder.Contact(n - 1, t - 1, state, direction, given["mu"]) for n, t, state, direction in given["contacts"]]
        return judder.System(given["K"], contacts, mass=given.get("M"), load=given.get("load"))

    def check_critical(self, given, answer):
        self.assertEqual(answer.without_friction, given["rest"])
        self.assertEqual(answer.certified, given["rest"] != "unstable")
        if given["rest"] == "unstable":
            self.assertEqual(answer.outcome, "unstable without friction")
        elif "least" in given:
            self.assertEqual(answer.outcome, "none" if given["least"] is None else "found")
            self.assertEqual(answer.proof, "exact arithmetic")
        if given.get("least") is None or (given["rest"] == "unstable" and answer.mu is None):
            return
        low, high = answer.mu_proved
        self.assertTrue(low <= given["least"] <= high and high - low <= 1e-15*high, (low, high))
        self.assertTrue(near(answer.mu, given["least"]))

    def test_every_answer_is_the_exact_one(self):
        for name, given in SYSTEMS.items():
            with self.subTest(name):
                system = self.made(given)
                self.check_critical(given, system.critical_mu())
                for which in ("P", "P0", "R0"):
                    if which in given:
                        self.assertEqual(system.is_class(which).answer, given[which], which)
                if "rates" in given:
                    self.assertEqual(system.rates().number, given["rates"])
                for mu, lambdas in given.get("growth", {}).items():
                    found = system.growth(mu)
                    growing = [f for f in found if f.growth > 0]
                    self.assertTrue(found.complete and found.proved)
                    self.assertEqual(len(growing), len(lambdas))
                    for f, truth in zip(growing, lambdas):
                        self.assertTrue(near(f.growth, truth))
                        self.assertTrue(f.proved[0] <= truth*(1 + 1e-15) and truth*(1 - 1e-15) <= f.proved[1])

    def test_what_has_no_mass_may_grow_at_once(self):
        """However little is lacking, and whatever else grows; a list is complete only if nothing does."""
        both = [(1, 2, "slip", 1), (3, 4, "slip", 1)]
        for k, heavy, at_once in ((1 - 1e-6, 1e-3, True), (0.5, 2, True), (1 - 1e-15, 2, True), (1 + 1e-15, 2, False), (2, 1e-3, False)):
            K = [[10, 1, 0, 0], [1, heavy, 0, 0], [0, 0, 10, 1], [0, 0, 1, k]]
            M = [[1, 0, 0, 0], [0, 1e-6, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
            found = self.made(dict(K=K, M=M, contacts=both, mu=1.0)).growth(1.0)
            self.assertEqual((found.at_once, found.complete), (at_once, not at_once), k)
            self.assertEqual(len(found), int(heavy < 1))
        # A free dof without mass follows; one that gives way is not called complete.
        for end in (3.0, -3.0):
            K = [[10, 1, 0], [1, 2, 1], [0, 1, end]]
            found = self.made(dict(K=K, M=[[1, 0, 0], [0, 1, 0], [0, 0, 0]], contacts=[(1, 2, "slip", 1)], mu=1.0)).growth(0.5)
            self.assertEqual((found.at_once, found.complete), (False, True) if end > 0 else (None, False))
        # The mass that friction leaves over is zero: K_tt - mu K_nt = -1, M_tt - mu M_nt = 0.
        found = self.made(dict(K=[[9, 2], [2, 1]], M=[[2, 1], [1, 1]], contacts=[(1, 2, "slip", 1)], mu=1.0)).growth(1.0)
        self.assertFalse(found.complete)

    def test_a_continuum_of_mu_is_told_from_one(self):
        self.assertTrue(self.made(SYSTEMS["A and B are zero"]).critical_mu().continuum)
        self.assertFalse(self.made(SYSTEMS["a dip"]).critical_mu().continuum)

    def test_the_search_begins_and_ends_where_it_is_told(self):
        """Every mu of a neutral state is one: so is the start."""
        neutral, bar = (self.made(SYSTEMS[name]) for name in ("A and B are zero", "two contacts on a stiff bar"))
        self.assertEqual(neutral.critical_mu(start=0.7).mu_proved, (0.7, 0.7))
        self.assertEqual(bar.critical_mu(to=0.1874).outcome, "none")
        self.assertTrue(bar.critical_mu(to=0.1875).mu_proved)
        self.assertTrue(bar.critical_mu(start=0.1875).mu is None or bar.critical_mu(start=0.1875).mu > 0.1875)

    def test_proofs_can_be_left_to_doubles(self):
        os.environ["JUDDER_PROOFS"] = "doubles"
        try:
            answer = self.made(SYSTEMS["a dip"]).critical_mu()
        finally:
            del os.environ["JUDDER_PROOFS"]
        self.assertNotEqual(answer.proof, "exact arithmetic")
        self.assertTrue(near(answer.mu, 10))

    def test_witnesses(self):
        """The minor is negative and the motion needs no force."""
        system = self.made(SYSTEMS["two contacts on a stiff bar"])
        self.assertEqual(system.is_class("P").proof, "exact arithmetic")
        self.assertTrue(any(system.is_class("P").set))
        V = self.made(SYSTEMS["a free motion that costs nothing"]).is_class("R0").vector
        self.assertEqual([round(abs(v), 9) for v in V], [0, 0, 1, 1])


def table(rows):
    return "{" + ", ".join("{" + ", ".join(repr(float(x)) for x in row) + "}" for row in rows) + "}"


def case_of(given):
    contacts = ", ".join(f"{{ normal = {n}, tangent = {t}, state = '{state}', mu = {given['mu']!r}"
                         + (f", direction = {d} }}" if d else " }") for n, t, state, d in given["contacts"])
    studies = ["stability{ critical_mu = true, classes = true" + (", rate = true }" if "load" in given else " }")]
    studies += [f"stability{{ name = 'growth{i}', growth = {{ mu = {mu!r} }} }}" for i, mu in enumerate(given.get("growth", {}))]
    mass = f"mass = {table(given['M'])}," if "M" in given else ""
    load = f"load = {{{', '.join(repr(float(x)) for x in given['load'])}}}," if "load" in given else ""
    return f"return system{{ stiffness = {table(given['K'])}, {mass} {load} contacts = {{ {contacts} }}, study = {{ {', '.join(studies)} }} }}\n"


class Program(unittest.TestCase):
    def run_case(self, text):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "case.lua"), "w") as file:
                file.write(text)
            done = subprocess.run([os.environ["JUDDER_PROGRAM"], "run", "case.lua", "--json"], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)["studies"]

    def check_words(self, given, note):
        """What must not be said."""
        if given["rest"] != "stable":
            self.assertNotIn("stable up to", note)
            self.assertNotIn("stable for every mu", note)
        if given.get("least"):
            self.assertNotIn(f"stable up to mu = {given['least']:g}", note)
        if "begins" in given and given["mu"] > given["begins"]:
            self.assertNotIn("does not slip away", note)

    def check_critical(self, given, values):
        least, low_high = given["least"], values["mu_proved"]
        self.assertEqual(values["without_friction"], given["rest"])
        self.assertEqual(values["certified"], given["rest"] != "unstable")
        if given["rest"] == "unstable":
            self.assertEqual(values["critical_outcome"], "unstable without friction")
        elif least is None:
            self.assertEqual((values["critical_outcome"], values["critical_mu"], low_high), ("none", None, [None, None]))
        else:
            self.assertEqual((values["critical_outcome"], values["certificate"]), ("found", "exact arithmetic"))
            self.assertTrue(values["critical_mu"] == least or near(values["critical_mu"], least))
            self.assertTrue(low_high[0] <= least <= low_high[1], low_high)
        if "begins" in given:
            stable = values["stable_up_to"]
            self.assertTrue(stable["low"] <= given["begins"]*(1 + 1e-15) and given["begins"]*(1 - 1e-15) <= stable["high"], stable)
            self.assertEqual(stable["certainty"], "proved")

    def test_every_answer_is_the_exact_one(self):
        for name, given in SYSTEMS.items():
            with self.subTest(name):
                first, *growths = self.run_case(case_of(given))
                values = first["values"]
                self.check_words(given, first["note"])
                if "least" in given:
                    self.check_critical(given, values)
                for which in ("P", "P0", "R0"):
                    if which in given:
                        self.assertEqual(values["is_" + which], given[which], which)
                if "rates" in given:
                    self.assertEqual(values["rate_count"], given["rates"])
                for study, lambdas in zip(growths, given.get("growth", {}).values()):
                    growing = [x for x in study["values"]["growth"] if x > 0]
                    self.assertTrue(study["values"]["growth_complete"])
                    self.assertTrue(len(growing) == len(lambdas) and all(map(near, growing, lambdas)), growing)
                    self.assertEqual("nothing grows" in study["note"], not study["values"]["growth"])

    def test_growth_comes_first_where_it_begins(self):
        """Not where the neutral state is."""
        given = dict(SYSTEMS["a dip"], growth={})
        study, = self.run_case(case_of(given).replace("classes = true", "flutter = { to = 10, mu = 0.5 }"))
        self.assertIn("rest slips away from mu = 2.05737 on", study["note"])
        self.assertIn("at mu = 3, slips away", study["note"])
        # Beyond where growth begins it may end again: the mass itself has given way.
        study, = self.run_case(case_of(dict(K=[[5, 1], [1, 2]], M=[[1, .8], [.8, 1]], contacts=[(1, 2, "slip", 1)], mu=1.75)))
        self.assertAlmostEqual(study["values"]["stable_up_to"]["low"], 1.25, places=12)
        self.assertIn("at mu = 1.75, slips away", study["note"])
        study, = self.run_case(case_of(dict(K=[[5, 1], [1, 2]], M=[[1, .8], [.8, 1]], contacts=[(1, 2, "slip", 1)], mu=3)))
        self.assertNotIn("slips away", study["note"])

    def test_growth_is_not_refused_in_doubles_either(self):
        """Nothing is condensed for it, so free dofs may be singular."""
        given = dict(SYSTEMS["a free motion that gains"])
        case = case_of(given).replace("stability{ critical_mu = true, classes = true }, ", "")
        os.environ["JUDDER_PROOFS"] = "doubles"
        try:
            studies = self.run_case(case)
        finally:
            del os.environ["JUDDER_PROOFS"]
        for study, lambdas in zip(studies, given["growth"].values()):
            self.assertTrue(near(study["values"]["growth"][0], lambdas[0]), study)
            self.assertIn("switched off by JUDDER_PROOFS=doubles", study["note"])

    def test_halves_that_differ_by_rounding(self):
        """The mean of the halves is the matrix, and the note says so; a matrix that is not symmetric has none."""
        K = [[9, 1, 0], [1, 1, 1 + 2**-52], [0, 1, 1]]
        study, = self.run_case(case_of(dict(K=K, contacts=[(1, 2, "slip", 1)], mu=0.4)))
        self.assertIn("the mean of its halves", study["note"])
        self.assertEqual(study["values"]["without_friction"], "neutral") # the mean is rounded to 1
        K[1][2] = 1 + 2**-51
        study, = self.run_case(case_of(dict(K=K, contacts=[(1, 2, "slip", 1)], mu=0.4)))
        self.assertEqual(study["values"]["without_friction"], "unstable") # now it is above 1
        K[1][2] = 1.5
        study, = self.run_case(case_of(dict(K=K, contacts=[(1, 2, "slip", 1)], mu=0.4)))
        self.assertEqual(study["values"]["without_friction"], "undecided")

    def test_one_digit_that_was_rounded_takes_no_proof_away(self):
        """All proofs are of the one mean: enclosures and sets as well."""
        n, given = 70, {}
        K = [[2.0 if i == j else -0.5 if abs(i - j) == 1 and min(i, j) > 1 else 0.0 for j in range(n)] for i in range(n)]
        K[0][:2], K[1][:2] = [5.0, 1.0], [1.0, 2.0]
        M = [[float(i == j) for j in range(n)] for i in range(n)]
        for end in (-0.5, -0.5000000000000001):
            K[5][6] = end
            study, = self.run_case(case_of(dict(K=K, M=M, contacts=[(1, 2, "slip", 1)], mu=0.4)))
            given[end] = study["values"]["stable_up_to"]
            self.assertEqual("the mean of its halves" in study["note"], end != -0.5)
        self.assertEqual({x["certainty"] for x in given.values()}, {"proved"})
        self.assertAlmostEqual(given[-0.5]["low"], given[-0.5000000000000001]["low"], places=9)

    def test_a_mass_is_symmetric_up_to_rounding_or_refused(self):
        for defect in (0, 1e-16, 5e-10):
            case = dict(K=[[5, 1], [1, 2]], M=[[1, .8], [.8 + defect, 1]], contacts=[(1, 2, "slip", 1)], mu=1.5)
            made = lambda: judder.System(case["K"], [judder.Contact(0, 1, "slip", 1, 1.5)], mass=case["M"]).growth(1.5)
            if defect < 1e-13:
                self.assertTrue(made().complete)
                continue
            with self.assertRaisesRegex(judder.InputError, "0.8 at row 2, column 1 and 0.8 at row 1, column 2, which differ by 5e-10"):
                made()

    def test_where_growth_begins_is_judged(self):
        """Of random systems of one contact: nothing grows just below, something does just above; or nothing ever does."""
        begun = 0
        for seed in range(60):
            given = system(("integer", "gauss", "stiff chain")[seed % 3], seed)
            if len(given.contacts) != 1:
                continue
            contacts = [(n + 1, t + 1, state, d) for n, t, state, d, _ in given.contacts]
            study, = self.run_case(case_of(dict(K=given.K, M=given.M, contacts=contacts, mu=0.4)))
            if study["values"]["without_friction"] != "stable":
                continue
            low, high = study["values"]["stable_up_to"]["low"], study["values"]["stable_up_to"]["high"]
            judge = Judge(given.K, [c[:4] for c in given.contacts], given.M)
            for mu, grows in ((1e9, False),) if low is None else ((low*(1 - 1e-9), False), (high*(1 + 1e-9), True)):
                self.assertEqual(bool(judge.growth([mu])[0]), grows, (seed, mu))
            begun += low is not None
        self.assertGreater(begun, 5)

    def test_gyroscopic_terms_are_not_overlooked(self):
        """The stiffness lets a free dof go; a matrix of damping that is not symmetric may hold it: nothing is said of it but that."""
        case = ("return system{ mass = {{1,0,0,0},{0,1,0,0},{0,0,1,0},{0,0,0,1}}, damping = {{0,0,0,0},{0,0,0,0},{0,0,0,9},{0,0,-9,0}}, "
                "stiffness = {{3,1,0,0},{1,2,0,0},{0,0,-1,0},{0,0,0,-1}}, contacts = {{ normal = 1, tangent = 2, state = 'slip', "
                "direction = 1, mu = 0.4 }}, study = stability{ critical_mu = true } }\n")
        study, = self.run_case(case)
        self.assertEqual(study["values"]["without_friction"], "undecided")
        self.assertNotIn("are unstable by themselves", study["note"])
        self.assertIn("gyroscopic", study["note"])
        self.assertFalse(study["values"]["certified"])


if __name__ == "__main__":
    unittest.main()
