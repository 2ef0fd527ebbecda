-- A block on a belt, held by a spring: for which speeds of the belt does it stick and slip, and where does it slide steadily?
local p = param{ V = 0.5 }

return slider {
  mass         = 1,
  stiffness    = 1,
  normal_force = 1,
  friction     = stribeck{ mu_s = 1, mu_d = 0.5, v_c = 1/3, viscous = 0.1 },
  foundation   = { velocity = p.V },
  initial      = { velocity = p.V },
  study        = {
    cycle{ step = 0.02, final = 500 },
    cycle{ step = 0.04, final = 500, over = "V", from = 0.5, to = 2, name = "branch" },
  },
}
