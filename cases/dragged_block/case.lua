-- A polyurethane block, 80 x 40 mm, pressed on a rigid plane and dragged to the left until it slides steadily.
local p = param{ mu = 1.1, columns = 64, rows = 32 }

return body {
  mesh     = rectangle{ length = 80*mm, height = 40*mm, cells = {p.columns, p.rows}, element = "Q1" },
  material = elastic{ E = 5*MPa, nu = 0.48, rho = 1200, plane = "stress", thickness = 1*m },
  fix      = { top = {"x", "y"} },
  contact  = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu } },
  load     = { press{ side = "top", force = 55*N }, drag{ side = "top", by = {-2*mm, 0}, steps = 20 } },
  study    = { path{}, stability{ critical_mu = true, classes = true } },
}
