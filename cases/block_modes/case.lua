-- A block of (n - 1) x (n - 1) elements, as high as half its length, all n contact nodes in impending slip to the left.
local p = param{ n = 33, nu = 0.1, mu = 2, aspect = 0.5 }                   -- aspect = height/length

return body {
  mesh     = rectangle{ length = 1, height = p.aspect, cells = {p.n - 1, p.n - 1}, element = "Q1" },
  material = elastic{ E = 1, nu = p.nu, rho = 1, plane = "stress", thickness = 1 },
  mass     = "lumped",
  fix      = { top = {"x", "y"} },
  contact  = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu }, state = "slip-" },
  study    = stability{ critical_mu = true },
}
