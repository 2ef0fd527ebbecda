-- A block is pressed by a growing pressure and sheared by a foundation that moves: what remains of the motion as the
-- viscosity of the block vanishes? E = rho = 1.
local p = param{ cells = 32, v_c = 1 }
local function pressed(t) local s = t < 1 and math.sin(math.pi*t/2) or 1; return 0.2*s*s end

return body {
  mesh       = rectangle{ length = 1, height = 0.5, cells = {p.cells, p.cells // 2}, element = "Q1" },
  material   = elastic{ E = 1, nu = 0.3, rho = 1, plane = "strain" },
  fix        = { top = {"x", "y"} },
  contact    = { side = "bottom", law = pressure{ S = pressed }, friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = p.v_c } },
  foundation = { velocity = 0.1 },
  selection  = viscosity{ eta = 0.05 },
  study      = { march{ final = 3, step = 0.8/p.cells, watch = { {0.25, 0}, {0.5, 0}, {0.75, 0} }, probe = {1, 2, 3} },
                 limit{ of = "eta", from = 0.1, factor = 0.5, count = 5 } },
}
