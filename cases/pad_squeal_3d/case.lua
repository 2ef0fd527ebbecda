-- A brake pad, 60 x 15 x 30 mm, its back held by a stiff plate, pressed on a disc that then turns below it at a constant speed. With
-- enough friction steady sliding is unstable: the pad squeals.
local p = param{ mu = 0.5, eta = 2e-7, speed = 1, nx = 8, step = 1.5*us, follow = 0 }
local function turning(t) local s = t < 0.2*ms and math.sin(math.pi*t/(0.4*ms)) or 1; return p.speed*s*s end

return body {
  mesh       = box{ length = 60*mm, height = 15*mm, depth = 30*mm, cells = {p.nx, p.nx*3//8, p.nx//2}, element = "Q1" },
  material   = viscous{ E = 1*GPa, nu = 0.3, rho = 2500, eta = p.eta },
  fix        = { top = {"x", "y", "z"} },
  contact    = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu }, state = "slip-" },  -- slip-: for stability
  load       = { press{ side = "top", by = 10*um } },
  foundation = { velocity = {turning, 0} },
  study      = { path{},
                 stability{ flutter = { to = p.follow > 0 and 18.3*kHz or 24*kHz, from = 16*kHz, count = 24, up_to_mu = p.follow, march_mass = true } },
                 march{ final = 1.5*ms, step = p.step, every = 2, fields = 200, watch = { {30*mm, 0, 15*mm}, {0, 0, 15*mm} },
                        probe = {0.3*ms, 0.6*ms, 0.9*ms, 1.2*ms, 1.5*ms} },
                 spectrum{ of = "normal_force", from = 0.5*ms } },
}
