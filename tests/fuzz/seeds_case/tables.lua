return rig{ width = 1, grid = { {1, 2}, {3, 4} }, bolts = { { height = 2 }, { force = function(t) return t end } } }
