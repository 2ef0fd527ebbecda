-- A block in motion: pressed down, then dragged by a foundation that starts; friction falls with the slip rate.
local function start(t) local s = math.sin(math.min(t/(2*ms), 1)*math.pi/2); return s*s end
return body {
  mesh       = box{ length = 80*mm, height = 24*mm, depth = 80*mm, cells = {48, 14, 48}, element = "Q1" },
  material   = viscous{ E = 5*MPa, nu = 0.3, rho = 1200, eta = 20*us },
  fix        = { top = {"x", "y", "z"} },
  contact    = { side = "bottom", law = unilateral{}, friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = 0.2*m/s } },
  foundation = { velocity = function(t) return 0.4*start(t), 0.1*start(t) end },
  load       = { move{ side = "top", to = function(t) return 0, -0.24*mm*start(t), 0 end } },
  study      = march{ final = 1*ms, step = 20*us, watch = { {40*mm, 0, 40*mm} } },
}
