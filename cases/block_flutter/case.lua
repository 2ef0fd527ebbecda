-- A block that slides: which of its thresholds of flutter belong to the body, and which to the mesh?
local p = param{ n = 9, nu = 0.3, mu = 0.4, damping = 0, modes = 24, aspect = 0.5, mass = "lumped", up_to = 0.6 }

return body {
  mesh     = rectangle{ length = 1, height = p.aspect, cells = {p.n - 1, p.n - 1}, element = "Q1" },
  material = elastic{ E = 1, nu = p.nu, rho = 1, plane = "stress", thickness = 1 },
  mass     = p.mass,
  damping  = rayleigh{ stiffness = p.damping },
  fix      = { top = {"x", "y"} },
  contact  = { side = "bottom", law = unilateral{}, friction = constant{ mu = p.mu }, state = "slip-" },
  study    = {
    stability{ flutter = { mu = p.mu, count = p.modes, up_to_mu = p.up_to }, name = "lowest" },
    stability{ flutter = { mu = p.mu, from = 0.85*Hz, to = 0.95*Hz, up_to_mu = p.up_to }, name = "band" },
  },
}
