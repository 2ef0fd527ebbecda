-- A brake pad in steady sliding, in space: the growth that the eigenvalues of sliding promise, and the growth that a march shows.
local p = param{ mu = 0.3, eta = 0.5*us, speed = 1, nx = 8, step = 0.8*us, final = 5*ms, period = 51.68846*us }

return body {
  mesh       = box{ length = 60*mm, height = 15*mm, depth = 30*mm, cells = {p.nx, p.nx*3//8, p.nx//2}, element = "Q1" },
  material   = viscous{ E = 1*GPa, nu = 0.3, rho = 2500, eta = p.eta },
  fix        = { top = {"x", "y", "z"} },
  contact    = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu } },
  load       = { press{ side = "top", by = 10*um }, drag{ side = "top", by = {-100*um, 0, 0}, steps = 10 } },
  foundation = { velocity = {p.speed, 0} },               -- the disc goes on as the drag began
  initial    = { velocity = function(x, y, z)             -- a breath, alike on both sides of the middle
                   local c = z - 15*mm
                   return 1e-9*math.sin(80*x)*math.cos(90*c), 1e-7*math.cos(150*x + 0.3)*math.cos(60*c)*y, 1e-9*math.cos(70*x)*math.sin(130*c)
                 end },
  study      = { path{},
                 stability{ flutter = { from = 10*kHz, to = 20*kHz, count = 30, up_to_mu = 0, speed = p.speed, march_mass = true } },
                 march{ final = p.final, step = p.step, every = 4, probe = {3.4*ms, 3.4*ms + 15*p.period, 3.4*ms + 30*p.period} } },
}
