return rig{ width = 5*cm, ratio = 0.25, tilt = 30*deg, count = 12, fine = false }
