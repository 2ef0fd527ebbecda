-- A hot beam rubs on a foundation at constant velocity with constant friction: it sticks, lets go once, and rings for ever (no damping).
local p = param{ V = 1, mu = 0.9 }

return beam {
  c = 10, damping = 0, k = 1, h_b = 1, alpha = 0.01, beta = 0,
  theta_wall = 400, theta_foundation = 400,
  friction   = constant{ mu = p.mu },
  foundation = { velocity = p.V },
  initial    = { velocity = "compatible" },
  study      = {
    march{ final = 10, step = 2e-5, every = 10, probe = {0.1, 1, 10} },
    steady{},
    steady{ velocity = 200, name = "fast" },
    spectrum{ of = "end_velocity" },
  },
}
