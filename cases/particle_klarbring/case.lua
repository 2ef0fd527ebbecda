-- A particle on an obstacle, held by a spring that couples normal and tangential motion: sliding one way presses it on.
local p = param{ K_tt = 1, K_nt = 2, K_nn = 5, m = 0.5, mu = 0.4, direction = 1 }

return system {
  mass      = { {p.m, 0}, {0, p.m} },
  stiffness = { {p.K_nn, p.K_nt}, {p.K_nt, p.K_tt} },        -- dof 1: into the obstacle; dof 2: along it
  contacts  = { { normal = 1, tangent = 2, state = "slip", direction = p.direction, mu = p.mu,
                  reaction = {-1, -p.direction*p.mu} } },
  load      = { 0, 0.3 },
  study     = {
    stability{ critical_mu = true, rate = true, classes = true, growth = {} , name = "below" },
    stability{ growth = { mu = 1 }, name = "above" },
  },
}
