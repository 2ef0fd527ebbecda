return body {
  mesh      = rectangle{ length = 80*mm, height = 40*mm, cells = {1000, 500}, element = "Q1" },
  material  = elastic{ E = 5*MPa, nu = 0.48, rho = 1200, plane = "stress", thickness = 1*m },
  fix       = { top = {"x", "y"} },
  contact   = { side = "bottom", law = unilateral{}, friction = constant{ mu = 1.1 } },
  load      = { press{ side = "top", by = 1*mm, steps = 5 }, drag{ side = "top", by = {-6*mm, 0}, steps = 15 } },
  study     = { path{} },
}
