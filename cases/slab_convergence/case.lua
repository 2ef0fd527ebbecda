-- The refinement table of the contact-loss problem: the grid scheme, and the delay method with Euler and with the second-order scheme.
local H, squeeze = 5*cm, 20*um

return slab {
  height     = H,
  material   = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 },
  contact    = unilateral{ squeeze = squeeze },
  friction   = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 1 },
  selection  = mass{ epsilon = 10 },
  foundation = { velocity = {2, 0.5} },
  initial    = {
    velocity = function(z)
      local s = math.sin(math.pi*z/H)
      return 3*s*s + 2*(1 - z/H), -1.5*math.sin(2*math.pi*z/H) + 0.5*(1 - z/H), 4*s*s
    end,
    strain = function(z) return -4.5e-4, 0, -squeeze/H end,
  },
  study      = {
    refine{ name = "upwind", method = "upwind", final = 100*us, step = 1e-7, factor = 0.1, count = 2, reference = 5e-10 },
    refine{ name = "euler", scheme = "euler", final = 100*us, step = 1e-7, factor = 0.1, count = 3 },
    refine{ name = "sdirk2", final = 100*us, step = 1e-7, factor = 0.1, count = 3 },
  },
}
