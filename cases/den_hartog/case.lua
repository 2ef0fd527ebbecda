-- A mass on a spring with dry friction, shaken by cos(b t): Den Hartog's problem. Slowly shaken, the mass stops once in every half cycle.
local p = param{ b = 0.4, F = 0.5, cycles = 12 }
local T = 2*math.pi/p.b

return system {
  mass      = { {1} },
  stiffness = { {1} },
  contacts  = { { tangent = 1, normal_force = 1, friction = constant{ mu = p.F } } },
  forces    = { { dof = 1, force = function(t) return math.cos(p.b*t) end } },
  initial   = { displacement = {0.3} },
  study     = march{ final = p.cycles*T, step = T/1000, probe = { (p.cycles - 1)*T, (p.cycles - 0.5)*T } },
}
