-- A brake pad, 60 x 15 x 30 mm, its back held by a stiff plate, on a disc that turns below it at a constant speed. With enough friction
-- steady sliding is unstable: a breath grows to a squeal.
local p = param{ mu = 0.4, eta = 0.5*us, speed = 1, nx = 8, step = 1.6*us, final = 7.2*ms, period = 51.8371*us }

return body {
  mesh       = box{ length = 60*mm, height = 15*mm, depth = 30*mm, cells = {p.nx, p.nx*3//8, p.nx//2}, element = "Q1" },
  material   = viscous{ E = 1*GPa, nu = 0.3, rho = 2500, eta = p.eta },
  fix        = { top = {"x", "y", "z"} },
  contact    = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu } },
  load       = { press{ side = "top", by = 10*um }, drag{ side = "top", by = {-100*um, 0, 0}, steps = 10 } },
  foundation = { velocity = {p.speed, 0} },               -- the disc goes on as the drag began
  initial    = { velocity = function(x, y, z)             -- a breath, alike on both sides of the middle
                   local c = z - 15*mm
                   return 1e-6*math.sin(80*x)*math.cos(90*c), 1e-4*math.cos(150*x + 0.3)*math.cos(60*c)*y, 1e-6*math.cos(70*x)*math.sin(130*c)
                 end },
  study      = { path{},
                 stability{ flutter = { from = 10*kHz, to = 24*kHz, count = 60, up_to_mu = 0, speed = p.speed, march_mass = true } },
                 march{ final = p.final, step = p.step, every = 4, fields = 500, watch = { {30*mm, 0, 15*mm}, {0, 0, 15*mm} },
                        probe = {2.4*ms, 2.4*ms + 15*p.period, 2.4*ms + 30*p.period, 6*ms, 7.2*ms} },
                 spectrum{ of = "normal_force", from = 6*ms } },
}
