return rig{ width = 1, support = { height = 3, kind = "rigid", force = function(t) return t end } }
