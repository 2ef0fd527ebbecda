-- A pad that another finite element code has assembled: its matrices, and a table of its contact nodes.
local p = param{ be = 0.3*us }

return system {
  mass          = matrix_market "M.mtx",
  stiffness     = matrix_market "K.mtx",
  damping       = rayleigh{ stiffness = p.be },
  contact_table = "contacts.csv",
  study         = stability{ critical_mu = true, flutter = { to = 25*kHz, up_to_mu = 1 } },
}
