"""The judge of the random systems by itself: systems whose truth is known by hand, and claims that it must not believe."""
import os
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from judge import Judge, Number, positive_roots, sturm

SLIP = [(0, 1, "slip", 1)]


class JudgeItself(unittest.TestCase):
    def test_roots_of_known_polynomials(self):
        """(x - 1)(x - 2)(x + 3)(x^2 - 2): double roots count once, zero and negative ones not at all."""
        roots = positive_roots(product([-1, 1], [-2, 1], [3, 1], [-2, 0, 1]))
        self.assertEqual(len(roots), 3)
        self.assertEqual([roots[0].compare(Fraction(1)), roots[2].compare(Fraction(2))], [0, 0])
        self.assertEqual(roots[1].sign_of([-2, 0, 1]), 0)
        self.assertEqual(len(positive_roots(product([0, 1], [-5, 1], [-5, 1]))), 1)

    def test_a_particle(self):
        """K_tt = 2, K_nt = 3: the least mu is 2/3, beyond it z = (mu K_nt - K_tt)/m."""
        judge = Judge([[5.0, 3.0], [3.0, 2.0]], SLIP, [[1.0, 0.0], [0.0, 0.5]], [0.0, 1.0])
        self.assertEqual(judge.least_mu().rational(), Fraction(2, 3))
        roots, neutral = judge.growth([1.0])
        self.assertEqual([z.rational() for z in roots], [Fraction(2)])
        self.assertFalse(neutral)
        self.assertEqual(judge.minors([0.5]), (True, True))
        self.assertEqual(judge.minors([1.0]), (False, False))
        self.assertEqual([judge.rates([mu]) for mu in (0.5, 1.0)], [1, 0])
        self.assertEqual(judge.without_friction(), "stable")

    def test_two_feet(self):
        """Of A = [[1, 1], [1, 1]] a load (1, 1) has a continuum of responses; P is lost, P0 and R0 are not."""
        K = [[9.0, 0, 0, 0], [0, 1.0, 0, 1.0], [0, 0, 9.0, 0], [0, 1.0, 0, 1.0]]
        judge = Judge(K, [(0, 1, "slip", 1), (2, 3, "slip", 1)], None, [0.0, 1.0, 0.0, 1.0])
        self.assertEqual(judge.rates([0.0, 0.0]), "continuum")
        self.assertEqual(judge.minors([0.0, 0.0]), (False, True))
        self.assertTrue(judge.is_R0([0.0, 0.0]))
        self.assertEqual(judge.without_friction(), "stable")
        self.assertIsNone(judge.least_mu())

    def test_states_without_friction(self):
        for K_tt, K_tf, K_ff, truth in ((1.0, 0.5, 1.0, "stable"), (1.0, 1.0, 1.0, "neutral"), (1.0, 2.0, 1.0, "unstable"),
                                        (1.0, 1.0, 0.0, "unstable"), (1.0, 0.0, 0.0, "neutral"), (1.0, 0.0, -1.0, "unstable")):
            judge = Judge([[9.0, 0.0, 0.0], [0.0, K_tt, K_tf], [0.0, K_tf, K_ff]], SLIP)
            self.assertEqual(judge.without_friction(), truth, (K_tt, K_tf, K_ff))

    def test_grazing(self):
        """Opening and slip that cost nothing together: neutral at every mu. Definite: never."""
        grazing = [(0, 1, "grazing", 0)]
        self.assertEqual(Judge([[1.0, 1.0], [1.0, 1.0]], grazing).least_mu().rational(), 0)
        self.assertIsNone(Judge([[2.0, 1.0], [1.0, 2.0]], grazing).least_mu())

    def test_numbers_are_ordered(self):
        root_2, root_3 = positive_roots([-2, 0, 1])[0], positive_roots([-3, 0, 1])[0]
        self.assertEqual(root_2.order(root_3), -1)
        self.assertEqual(root_2.order(positive_roots(product([-2, 0, 1], [-7, 1]))[0]), 0)
        self.assertEqual(Number([-1, 1], Fraction(1), Fraction(1), sturm([-1, 1])).order(root_2), -1)

    def test_a_shared_factor_does_not_make_two_roots_one(self):
        """1 is a root of both polynomials, and the interval of the first reaches over the other root of the second."""
        one = positive_roots(product([-1, 1], [950, 1]))[0]
        other = positive_roots(product([-1, 1], [-300, 1]))[1]
        self.assertEqual(other.compare(Fraction(300)), 0)
        self.assertEqual(one.order(other), -1)
        self.assertEqual(other.order(one), 1)


def product(*factors):
    out = [1]
    for factor in factors:
        new = [0]*(len(out) + len(factor) - 1)
        for i, a in enumerate(out):
            for j, b in enumerate(factor):
                new[i + j] += a*b
        out = new
    return out


if __name__ == "__main__":
    unittest.main()
