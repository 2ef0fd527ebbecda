return rig{ width = 1 }
