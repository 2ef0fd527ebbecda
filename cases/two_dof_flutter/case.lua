-- Two degrees of freedom that flutter: a mass slides, another one presses it on while it moves along.
local p = param{ m = 1, k11 = 2, k12 = 1, k22 = 2, k3 = 4/3, mu = 0.9, direction = 1, c1 = 0, c2 = 0 }

return system {
  mass      = { {p.m, 0, 0}, {0, p.m, 0}, {0, 0, p.m} },
  damping   = { {p.c1, 0, 0}, {0, p.c2, 0}, {0, 0, 0} },
  stiffness = { {p.k11, p.k12, 0}, {p.k12, p.k22, p.k3}, {0, p.k3, 10} },
  contacts  = { { normal = 3, tangent = 1, state = "slip", direction = p.direction, mu = p.mu,
                  reaction = {-1, -p.direction*p.mu} } },
  study     = {
    stability{ flutter = { from = 0, to = 1*Hz, up_to_mu = 3 }, name = "band" },
    stability{ flutter = { up_to_mu = 3 }, name = "open" },
  },
}
