// Three copper saucepans.
#version 3.7;
#include "room.inc"
Shot(<-3.4, 4.6, -9.2>, <-0.1, 0.85, 0.2>, 42, 0)
#include "kitchen.inc"

#macro Pan(Size, Height, Turned, Where)
  union {
    lathe {
      linear_spline 12, <0, 0>, <Size - 0.12, 0>, <Size - 0.03, 0.05>, <Size, 0.15>, <Size, Height - 0.03>, <Size + 0.04, Height>,
      <Size - 0.02, Height + 0.02>, <Size - 0.06, Height - 0.02>, <Size - 0.06, 0.15>, <Size - 0.10, 0.09>, <0, 0.07>, <0, 0>
      texture { Copper normal { bumps 0.06 scale 0.35 } }
    }
    // the tin lining
    lathe {
      linear_spline 5, <0, 0.075>, <Size - 0.11, 0.092>, <Size - 0.065, 0.15>, <Size - 0.065, Height - 0.03>, <Size - 0.07, Height - 0.03>
      texture { Steel }
    }
    // handle with its plate and rivets
    union {
      sphere_sweep { cubic_spline 6, <Size - 0.2, Height * 0.72, 0>, 0.10, <Size, Height * 0.74, 0>, 0.10, <Size + 0.5, Height * 0.86, 0>, 0.085,
        <Size + 1.3, Height + 0.14, 0>, 0.10, <Size + 2.1, Height + 0.26, 0>, 0.13, <Size + 2.4, Height + 0.3, 0>, 0.13 scale <1, 1, 1.25> }
      sphere { 0, 1 scale <0.06, 0.26, 0.36> translate <Size, Height * 0.74, 0> }
      sphere { <Size + 0.04, Height * 0.74, 0.24>, 0.055 }
      sphere { <Size + 0.04, Height * 0.74, -0.24>, 0.055 }
      texture { Brass }
    }
    rotate y*Turned translate Where
  }
#end
object { Pan(1.75, 1.55, 24, <-1.35, 0, 1.7>) }
object { Pan(1.30, 1.20, 8, <1.75, 0, -0.1>) }
object { Pan(0.95, 0.95, -32, <-1.1, 0, -1.75>) }
// lemons and a board
object { Rounded(<0, 0, 0>, <3.4, 0.22, 2.2>, 0.09) Wood(S(150, 98, 56), S(214, 168, 116), Satin, 5) rotate y*14 translate <-6.3, 0, -1.2> }
#declare I = 0;
#while (I < 3)
  sphere { 0, 0.42 scale <1, 0.94, 1.24> rotate y*(40 + 70 * I) translate <-4.9 + 0.86 * mod(I, 2), 0.62, -0.6 + 0.5 * I>
    pigment { S(240, 196, 48) } normal { bumps 0.25 scale 0.06 } finish { Satin } }
  #declare I = I + 1;
#end
