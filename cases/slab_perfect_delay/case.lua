-- An initial stress wave drives a layer at rest: it jumps into sliding and arrests, the limit of vanishing mass; then the wave comes back, several times.
local p = param{ final = 0.99 }

return slab {
  height    = 1,
  material  = elastic{ lambda = 1, G = 1, rho = 1 },
  contact   = pressure{ S = 1 },
  friction  = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },
  selection = perfect_delay{},
  initial   = { strain = function(z) return 0.4 + 0.6*math.sin(math.pi*z)^2, 0, 0 end },
  study     = {
    march{ final = 6, step = 1e-4, every = 10, probe = {0.25, 0.5, 0.75, 1, 3, 5} },
    limit{ of = "epsilon", from = 1e-2, factor = 0.1, count = 3, final = p.final, step = 2e-5, name = "mass" },
  },
}
