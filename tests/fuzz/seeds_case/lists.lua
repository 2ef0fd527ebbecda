return rig{
  width = 1, -- [[ not long
  times = {0, 1, 2.5},
  outline = { {0, 0}, {1, 2} },
}
