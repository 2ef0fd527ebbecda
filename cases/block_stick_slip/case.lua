-- The polyurethane block of dragged_block, pressed, then dragged at a constant speed over a plane whose friction falls with
-- the slip speed: it sticks, breaks loose, rings, sticks again.
local p = param{ speed = 2e-3, v_c = 0.05, eta = 2e-5, columns = 24, step = 15*us }
local start = 2*ms
local function way(t)   -- the plate starts smoothly
  return t < start and p.speed*t*t/(2*start) or p.speed*(t - start/2)
end

return body {
  mesh     = rectangle{ length = 80*mm, height = 40*mm, cells = {p.columns, p.columns // 2}, element = "Q1" },
  material = viscous{ E = 5*MPa, nu = 0.48, rho = 1200, plane = "stress", thickness = 1*m, eta = p.eta },
  fix      = { top = {"x", "y"} },
  contact  = { side = "bottom", law = unilateral{}, friction = linear{ mu_s = 1.1, mu_d = 0.6, v_c = p.v_c } },
  load     = { press{ side = "top", force = 55*N },
               drag{ side = "top", by = function(t) return -way(t), 0 end } },
  study    = { path{},
               march{ final = 60*ms, step = p.step, every = 2, fields = 500, watch = { {40*mm, 0}, {0, 0} },
                      probe = {10*ms, 20*ms, 40*ms, 60*ms} },
               spectrum{ of = "tangential_force", from = 20*ms } },
}
