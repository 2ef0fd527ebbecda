-- A ball that falls on a rigid floor and bounces ever lower: infinitely many impacts in a finite time.
local p = param{ h = 0.5, g = 9.81, e = 0.7, final = 2.5 }

return system {
  mass      = { {1, 0}, {0, 1} },                 -- along the floor, and down
  stiffness = { {0, 0}, {0, 0} },
  contacts  = { { tangent = 1, normal = 2, gap = p.h, restitution = p.e, friction = constant{ mu = 0.3 } } },
  forces    = { { dof = 2, force = p.g } },
  study     = march{ final = p.final, step = 0.01, probe = {0.25, p.final} },
}
