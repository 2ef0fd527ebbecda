-- A long run with a little damping: the slab finds its large stick-slip cycle.
local p = param{ V = 0.2, damping = 1e-8 }

return slab {
  height     = 5*cm,
  material   = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 },
  contact    = pressure{ S = 100*MPa },
  friction   = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 },
  selection  = mass{ epsilon = 0.1 },
  damping    = p.damping,
  foundation = { velocity = p.V },
  study      = period{ final = 40*ms, step = 10e-9, ignore = 5*ms, correlation = 0.999 },
}
