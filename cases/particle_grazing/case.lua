-- The particle of Klarbring when it just touches: it may open, stick, slip forward or slip back.
local p = param{ mu = 1, press = 1, push = 0.75 }

return system {
  mass      = { {1, 0}, {0, 1} },
  stiffness = { {5, 2}, {2, 1} },                            -- dof 1: into the obstacle; dof 2: along it
  contacts  = { { normal = 1, tangent = 2, state = "grazing", mu = p.mu } },
  load      = { p.press, p.push },                           -- rates of load
  study     = stability{ critical_mu = true, growth = {}, rate = true, classes = true },
}
