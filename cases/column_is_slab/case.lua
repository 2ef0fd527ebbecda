-- One periodic column of cells is the slab: sheared at the start, it breaks loose and sticks again. rho = G = H = S = 1.
local p = param{ cells = 400, eta = 0.01, cfl = 0.5 }
local function sheared(x, z)   -- G u_z = 0.4 + 0.6 sin^2(pi z), top at rest
  return -(0.4*(1 - z) + 0.6*((1 - z)/2 + math.sin(2*math.pi*z)/(4*math.pi))), 0
end

return body {
  mesh      = rectangle{ length = 1/p.cells, height = 1, cells = {1, p.cells}, element = "Q1", periodic = "left-right" },
  material  = elastic{ lambda = 1, G = 1, rho = 1, plane = "strain" },
  fix       = { top = {"x", "y"} },
  contact   = { side = "bottom", law = pressure{ S = 1 }, friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 } },
  initial   = { displacement = sheared },
  selection = viscosity{ eta = p.eta },
  study     = { march{ final = 1, step = p.cfl/p.cells, watch = { {0, 0} }, probe = {0.35, 0.5, 0.7} },
                limit{ of = "eta", from = 0.01, factor = 0.1, count = 2, final = 1, step = 1/p.cells },
                limit{ of = "epsilon", from = 0.1, factor = 0.25, count = 4, final = 1, step = 1/p.cells, name = "mass" } },
}
