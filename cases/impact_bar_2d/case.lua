-- A stretched bar is released above a rigid plane: it falls, touches, and bounces for ever. H = rho = E = 1.
local p = param{ cells = 100, cfl = 1, periods = 4 }

return body {
  mesh     = rectangle{ length = 0.02, height = 1, cells = {2, p.cells}, element = "Q1" },
  material = elastic{ E = 1, nu = 0, rho = 1, plane = "strain" },
  fix      = { top = {"x", "y"} },
  contact  = { side = "bottom", law = unilateral{}, friction = constant{ mu = 0.3 } },
  initial  = { displacement = function(x, y) return 0, (1 - y)/2 end },
  study    = march{ final = 3*p.periods, step = p.cfl/p.cells, watch = { {0.01, 0} },
                    probe = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 10.5} },
}
