-- Rate-and-state friction: a layer driven slowly from the top until it slips.
local p = param{ V = 1e-2, a = 0.010, b = 0.015 }

return slab {
  height    = 10,
  material  = elastic{ E = 75*GPa, nu = 0.25, rho = 2700 },
  contact   = pressure{ S = 5*MPa },
  friction  = rate_state{ mu_0 = 0.6, a = p.a, b = p.b, D_c = 10*um, V_0 = 1e-6, law = "aging" },
  selection = perfect_delay{},
  top       = { velocity = p.V },
  initial   = { strain = {0.6*5*MPa/(30*GPa), 0, 0} },
  study     = march{ final = 0.5, step = 5e-6, every = 20, probe = {0.01, 0.1, 0.5} },
}
