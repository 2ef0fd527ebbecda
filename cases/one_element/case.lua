-- One Q1 element on a rigid plane, its top held, both contact nodes in impending slip to the left.
local p = param{ beta = 0.5, nu = 0.48, mu = 2 }                  -- beta = height/length

return body {
  mesh     = rectangle{ length = 1, height = p.beta, cells = {1, 1}, element = "Q1" },
  material = elastic{ E = 1, nu = p.nu, rho = 1, plane = "stress", thickness = 1 },
  mass     = "lumped",
  fix      = { top = {"x", "y"} },
  contact  = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu }, state = "slip-" },
  study    = stability{ critical_mu = true, growth = {}, classes = true },
}
