-- The same bump of stress with Kelvin-Voigt viscosity in the bulk, and the ladder of vanishing viscosities.
local p = param{ eta = 0.01 }

return slab {
  height    = 1,
  material  = elastic{ lambda = 1, G = 1, rho = 1 },
  contact   = pressure{ S = 1 },
  friction  = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },
  selection = viscosity{ eta = p.eta },
  initial   = { strain = function(z) return 0.4 + 0.6*math.sin(math.pi*z)^2, 0, 0 end },
  study     = {
    march{ final = 1, step = 2.5e-4, every = 4, probe = {0.5} },
    limit{ of = "eta", from = 1e-2, factor = 0.1, count = 2, final = 1, step = 2e-4 },
  },
}
