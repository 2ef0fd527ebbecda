-- A load that rises and falls once over a contact whose friction weakens with the slip speed.
local p = param{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }

return inclusion {
  impedance = 1,
  pressure  = 1,
  friction  = linear{ mu_s = p.mu_s, mu_d = p.mu_d, v_c = p.v_c },
  load      = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} },
  start     = 0,
  selection = perfect_delay{},
  study     = {
    march{ final = 1, step = 1e-3, probe = {0.25, 0.3, 0.4, 0.5, 0.75, 0.8, 0.9, 1} },
    branches{ load = {0.5, 0.7, 0.9} },
  },
}
