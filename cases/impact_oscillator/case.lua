-- A mass on a spring that hits a stop at the place of its rest, once in every cycle of the load.
local p = param{ w = 2.2, e = 0.8, c = 0.1, cycles = 60 }
local T = 2*math.pi/p.w

return system {
  mass      = { {1, 0}, {0, 1} },                 -- the first dof, along the stop, is idle
  damping   = { {p.c, 0}, {0, p.c} },
  stiffness = { {1, 0}, {0, 1} },
  contacts  = { { tangent = 1, normal = 2, gap = 0, restitution = p.e, friction = constant{ mu = 0 } } },
  forces    = { { dof = 2, force = function(t) return math.cos(p.w*t) end } },
  initial   = { displacement = {0, -0.5} },
  study     = march{ final = p.cycles*T, step = T/200, probe = { (p.cycles - 1)*T, (p.cycles - 0.3)*T } },
}
