-- A measured law that falls, rises and falls again: four critical points on each side, three stable branches.
return inclusion {
  impedance = 1,
  pressure  = 1,
  friction  = tabulated{ v = {0, 0.1, 0.4, 0.5}, mu = {0.9, 0.5, 0.75, 0.35} },
  load      = table_of{ t = {0, 1, 2, 3}, value = {0, 1.5, 0, -1} },
  start     = 0,
  selection = perfect_delay{},
  study     = {
    march{ final = 3, step = 1e-3, probe = {0.7, 1, 1.5, 2.5, 3} },
    branches{ load = {0.87, 1} },
  },
}
