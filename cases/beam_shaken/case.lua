-- The foundation is shaken three times a unit of time: the end sticks and slips both ways and locks to the shaking.
local p = param{ shake = 2, frequency = 3 }

return beam {
  c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0,
  theta_wall = 400, theta_foundation = 400,
  friction   = constant{ mu = 0.9 },
  foundation = { velocity = function(t) return 1 + p.shake*math.sin(2*math.pi*p.frequency*t) end },
  initial    = { velocity = "compatible" },
  study      = {
    march{ final = 11, step = 5e-5, every = 10, probe = {1} },
    spectrum{ of = "end_velocity", from = 1 },
  },
}
