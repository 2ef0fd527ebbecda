-- Friction that falls as the end gets hot: mu depends on slip speed v and temperature theta of the contact.
local p = param{ cold = 0.9, hot = 0.5, over = 2 }

return beam {
  c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0,
  theta_wall = 400, theta_foundation = 400,
  friction   = formula(function(v, theta)
    return p.hot + (p.cold - p.hot)*math.exp(-math.max(theta - 400, 0)/p.over)
  end),
  foundation = { velocity = 1 },
  initial    = { velocity = "compatible" },
  study      = {
    march{ final = 1, step = 2e-5, every = 10, probe = {1} },
    steady{},
  },
}
