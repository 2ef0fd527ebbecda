-- A block pulled through a spring over ground with a static and a kinetic coefficient: stick-slip with its closed form.
local p = param{ V = 0.2, k = 25, mu_s = 0.6, mu_d = 0.4, step = 5e-4 }

return slider {
  mass         = 1,
  stiffness    = p.k,
  normal_force = 10,
  -- Static and kinetic friction: the fall is over long before the block has moved.
  friction     = linear{ mu_s = p.mu_s, mu_d = p.mu_d, v_c = 1e-6 },
  drive        = p.V,
  study        = {
    march{ final = 40, step = p.step, every = 4, probe = {2, 10, 40} },
    spectrum{ of = "slip" },
  },
}
