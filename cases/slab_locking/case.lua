-- Stick-slip of a driven slab: its period locks to whole numbers of round trips of the shear wave, which number the speed decides.
local p = param{ V = 0.5, damping = 1e-8, final = 10*ms, step = 50e-9 }

return slab {
  height     = 5*cm,
  material   = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 },
  contact    = pressure{ S = 100*MPa },
  friction   = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 },
  selection  = mass{ epsilon = 0.1 },
  damping    = p.damping,
  foundation = { velocity = p.V },
  study      = march{ final = p.final, step = p.step, every = 4 },
}
