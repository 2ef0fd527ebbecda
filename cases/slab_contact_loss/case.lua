-- A steel layer that is thrown upwards while the foundation drags it: it lifts off and lands three times within 50 us.
local p = param{ epsilon = 10, step = 1e-9, method = "delay", scheme = "sdirk2" }
local H, squeeze = 5*cm, 20*um

return slab {
  height     = H,
  material   = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 },
  contact    = unilateral{ squeeze = squeeze },
  friction   = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 1 },
  selection  = mass{ epsilon = p.epsilon },
  foundation = { velocity = {2, 0.5} },
  initial    = {
    velocity = function(z)
      local s = math.sin(math.pi*z/H)
      return 3*s*s + 2*(1 - z/H), -1.5*math.sin(2*math.pi*z/H) + 0.5*(1 - z/H), 4*s*s
    end,
    strain = function(z) return -4.5e-4, 0, -squeeze/H end,
  },
  method     = p.method,
  scheme     = p.scheme,
  study      = march{ final = 100*us, step = p.step, every = 20, probe = {20*us, 35*us}, profile = {10*us, 20*us} },
}
