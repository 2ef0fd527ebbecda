return rig{ width = 1, title = "a \"b\"", mode = "exact" } -- done
