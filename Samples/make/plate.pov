// The rating plate on the television's back.
#version 3.7;
#include "room.inc"
Shot(<-0.35, 0.55, -1.75>, <0.02, 0.02, 0>, 44, 0)
WindowLight(<-5, 6, -5>, <0, 0, 0>, rgb <1, 0.97, 0.93>*1.0, 2)
Surroundings(rgb <0.55, 0.56, 0.58>)
box { <-6, -6, 0>, <6, 6, 1> pigment { S(38, 39, 42) } normal { granite 0.25 scale 0.08 } finish { specular 0.2 roughness 0.05 } }
object { Rounded(<-0.58, -0.365, -0.012>, <0.58, 0.365, 0.1>, 0.012)
  pigment { image_map { png "plate.png" interpolate 2 once } translate <-0.5, -0.5, 0> scale <1.14, 0.712, 1> }
  finish { specular 0.3 roughness 0.02 diffuse 0.85 } }
// air slots below and above, a screw
#declare I = -9;
#while (I < 10)
  #declare K = 0;
  #while (K < 2)
    object { Rounded(<I * 0.14 - 0.045, (K ? 0.62 : -1.1), -0.01>, <I * 0.14 + 0.045, (K ? 1.1 : -0.62), 0.2>, 0.04) pigment { S(8, 8, 9) } }
    #declare K = K + 1;
  #end
  #declare I = I + 1;
#end
#declare I = 0;
#while (I < 2)
  union {
    sphere { 0, 1 scale <0.06, 0.06, 0.02> }
    box { <-0.045, -0.008, -0.022>, <0.045, 0.008, 0.01> pigment { S(30, 30, 30) } rotate z*35 }
    texture { Steel } translate <(I ? 0.85 : -0.85), 0, 0>
  }
  #declare I = I + 1;
#end
