-- Steady sliding over the velocity of the foundation: how hot it gets, how fast heat settles, when vibrations grow, where it ends; and a run beyond that.
local p = param{ V = 500, damping = 0 }
local speeds = {}
for i = 1, 22 do speeds[i] = 20*i end

return beam {
  c = 10, damping = p.damping, k = 1, h_b = 1, alpha = 0.01, beta = 0,
  theta_wall = 400, theta_foundation = 400,
  friction   = constant{ mu = 0.9 },
  foundation = { velocity = p.V },
  study      = {
    steady{ velocity = speeds, name = "map" },
    march{ final = 200, step = 2e-3, every = 20, name = "beyond" },
  },
}
