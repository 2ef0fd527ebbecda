local p = param{x = 1, name = "a", on = true}
return rig{ width = p.x, title = p.name, fine = p.on }
