-- Friction that falls with the slip speed feeds the first mode: stick-slip at about 5.6 a unit of time, a sound.
local p = param{ V = 1, mu_s = 0.9, mu_d = 0.6, v_c = 1 }

return beam {
  c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0,
  theta_wall = 400, theta_foundation = 400,
  friction   = exponential{ mu_s = p.mu_s, mu_d = p.mu_d, v_c = p.v_c },
  foundation = { velocity = p.V },
  initial    = { velocity = "compatible" },
  study      = {
    march{ final = 10, step = 2e-5, every = 5, probe = {1} },
    steady{},
    spectrum{ of = "end_velocity", from = 2 },
  },
}
