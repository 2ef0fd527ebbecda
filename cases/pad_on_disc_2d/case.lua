-- A friction pad held at its back, pressed on a disc that moves below it. Does steady sliding squeal, and from which friction on?
local p = param{ mu = 0.6, cells = 12, eta = 3*us, step = 2*us, final = 12*ms, period = 161.7*us, same = 1 }

return body {
  mesh       = rectangle{ length = 100*mm, height = 50*mm, cells = {p.cells, p.cells}, element = "Q1" },
  material   = viscous{ E = 1*GPa, nu = 0.3, rho = 2000, eta = p.eta, plane = "stress", thickness = 40*mm },
  mass       = "lumped",
  fix        = { top = {"x", "y"} },
  contact    = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu } },
  load       = { press{ side = "top", by = 0.1*mm }, drag{ side = "top", by = {-0.3*mm, 0}, steps = 4 } },
  foundation = { velocity = {1, 0} },                     -- the disc goes on as the drag began: sliding stays steady ...
  initial    = { velocity = function(x, y) return 1e-9*math.sin(40*x + 9*y), 1e-9*math.cos(53*x)*y end },  -- ... but for a breath
  study      = { path{},
                 stability{ critical_mu = true, flutter = { up_to_mu = 0.7, to = 9*kHz, count = 12, march_mass = p.same > 0 } },
                 march{ final = p.final, step = p.step, every = 2, probe = {8*ms, 8*ms + 10*p.period, 8*ms + 20*p.period} } },
}
