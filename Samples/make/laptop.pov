// The laptop on the desk.
#version 3.7;
#include "room.inc"
Shot(<-3.0, 4.9, -7.2>, <0.05, 0.95, 0.4>, 37, 0)
#include "study.inc"
#declare Alloy = texture { pigment { S(178, 180, 184) } finish { diffuse 0.55 specular 0.4 roughness 0.03 metallic reflection { 0.12 metallic } conserve_energy } }
union {
  object { Rounded(<-1.8, 0.03, -1.25>, <1.8, 0.17, 1.25>, 0.06) texture { Alloy } }
  // the keyboard, sunk
  box { <-1.55, 0.165, -0.22>, <1.55, 0.172, 0.98> pigment { S(40, 41, 44) } finish { Satin } }
  #declare J = 0;
  #while (J < 5)
    #declare I = 0;
    #while (I < 14)
      #if (J > 0 | I < 3 | I > 8)
        object { Rounded(<-1.5 + I * 0.2145, 0.165, -0.18 + J * 0.23>, <-1.5 + I * 0.2145 + 0.19, 0.195, -0.18 + J * 0.23 + 0.2>, 0.02) pigment { S(22, 22, 24) } finish { Satin } }
      #end
      #declare I = I + 1;
    #end
    #declare J = J + 1;
  #end
  object { Rounded(<-0.85, 0.165, -0.18>, <0.40, 0.195, 0.02>, 0.02) pigment { S(22, 22, 24) } finish { Satin } }
  object { Rounded(<-0.55, 0.16, -1.08>, <0.55, 0.1745, -0.36>, 0.03) pigment { S(160, 162, 166) } finish { Satin } }
  union {
    object { Rounded(<-1.8, 0, 0>, <1.8, 2.35, 0.09>, 0.04) texture { Alloy } }
    box { <-1.74, 0.10, -0.004>, <1.74, 2.29, 0.02> pigment { S(14, 14, 15) } finish { Glossy } }
    box { <0, 0, 0>, <1, 1, 0.01> pigment { image_map { png "laptop.png" interpolate 2 } } finish { diffuse 0.1 emission 0.85 specular 0.2 roughness 0.003 }
      scale <3.36, 2.06, 1> translate <-1.68, 0.17, -0.012> }
    rotate x*16 translate <0, 0.16, 1.22>
  }
  rotate y*-13
}
// a mug, a pencil and paper
lathe { cubic_spline 10, <0, -0.1>, <0.01, 0.02>, <0.34, 0.03>, <0.42, 0.1>, <0.44, 0.5>, <0.44, 0.98>, <0.40, 1.0>, <0.38, 0.9>, <0.37, 0.3>, <0.3, 0.1>
  pigment { S(214, 206, 188) } finish { Glossy } translate <2.9, 0, 0.9> }
torus { 0.28, 0.06 rotate x*90 scale <1, 1.1, 1> rotate y*20 translate <3.42, 0.5, 0.75> pigment { S(214, 206, 188) } finish { Glossy } }
cylinder { <0, 0.78, 0>, <0, 0.8, 0>, 0.39 translate <2.9, 0, 0.9> pigment { S(50, 30, 20) } finish { Glossy } }
box { <-0.9, 0, -1.2>, <0.9, 0.03, 1.2> pigment { gradient z color_map { [0 S(246, 244, 236)] [0.9 S(246, 244, 236)] [0.9 S(180, 196, 214)] [1 S(180, 196, 214)] } scale 0.16 } finish { Matte } rotate y*20 translate <2.9, 0, -1.6> }
cylinder { <-0.6, 0.1, -0.9>, <0.5, 0.1, 0.6>, 0.06 pigment { S(226, 170, 40) } finish { Lacquer } translate <2.9, 0, -1.6> }
