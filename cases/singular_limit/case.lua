-- The hysteresis cycle with a small mass, and the ladder of masses down to its limit.
local p = param{ epsilon = 1e-3 }

return inclusion {
  impedance = 1,
  pressure  = 1,
  friction  = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },
  load      = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },
  start     = 0,
  selection = mass{ epsilon = p.epsilon },
  study     = {
    march{ final = 1, step = 1e-3 },
    limit{ of = "epsilon", from = 1e-2, factor = 0.1, count = 7 },
  },
}
