// The ring on a velvet box.
#version 3.7;
#include "room.inc"
Shot(<-0.85, 1.05, -1.75>, <0.0, 0.24, 0>, 30, 0)
WindowLight(<-5, 6, -4>, <0, 0.2, 0>, rgb <1, 0.97, 0.93>*1.1, 2.4)
light_source { <5, 4, -4> rgb <0.7, 0.8, 1>*0.45 area_light x, y, 3, 3 adaptive 0 jitter }
sky_sphere { pigment { gradient y color_map { [0 rgb <0.10, 0.09, 0.10>] [0.52 rgb <0.3, 0.3, 0.32>] [0.62 rgb 1.5] [0.8 rgb 0.5] [1 rgb 1.2] } scale 2 translate -1 } }
#declare Velvet = texture { pigment { bozo scale 0.012 color_map { [0 S(20, 32, 74)] [1 S(30, 46, 98)] } } normal { granite 0.2 scale 0.012 } finish { diffuse 0.8 specular 0.08 roughness 0.2 } }
// dressing table
object { Planks(<-6, -9>, <6, 12>, 0.9, 14, S(128, 96, 70), S(188, 152, 118), Lacquer) rotate y*70 translate y*-0.5 }
// the box: tray, cushion with its slot, open lid behind
difference {
  object { Rounded(<-0.62, -0.5, -0.62>, <0.62, 0.02, 0.62>, 0.05) }
  box { <-0.53, -0.12, -0.53>, <0.53, 0.2, 0.53> }
  pigment { S(24, 26, 36) } normal { granite 0.06 scale 0.02 } finish { Satin }
}
intersection {
  union {
    cylinder { <-0.6, -0.16, -0.26>, <0.6, -0.16, -0.26>, 0.24 }
    cylinder { <-0.6, -0.16, 0.26>, <0.6, -0.16, 0.26>, 0.24 }
  }
  box { <-0.525, -0.4, -0.525>, <0.525, 0.3, 0.525> }
  texture { Velvet }
}
union {
  object { Rounded(<-0.62, 0, 0>, <0.62, 1.2, 0.28>, 0.05) pigment { S(24, 26, 36) } normal { granite 0.06 scale 0.02 } finish { Satin } }
  superellipsoid { <0.3, 0.3> scale <0.54, 0.54, 0.08> translate <0, 0.6, 0> texture { Velvet } }
  rotate x*14 translate <0, 0.02, 0.62>
}
// the ring stands in the slot
#declare Stone = intersection {
  plane { y, 0.030 }
  #declare I = 0;
  #while (I < 8)
    plane { <sin(radians(35)), cos(radians(35)), 0> 0.0735 rotate y*(45 * I) }
    plane { <sin(radians(24)), cos(radians(24)), 0> 0.058 rotate y*(45 * I + 22.5) }
    plane { <sin(radians(138)), cos(radians(138)), 0> 0.0655 rotate y*(45 * I + 11) }
    plane { <sin(radians(133)), cos(radians(133)), 0> 0.0705 rotate y*(45 * I + 33.5) }
    #declare I = I + 1;
  #end
  cylinder { <0, -0.2, 0>, <0, 0.2, 0>, 0.1 }
}
union {
  torus { 0.19, 0.028 rotate x*90 scale <1, 1, 1.25> texture { Gold } }
  // the setting: a cone and six claws
  difference { cone { <0, 0.195, 0>, 0.035, <0, 0.285, 0>, 0.088 } cone { <0, 0.20, 0>, 0.015, <0, 0.30, 0>, 0.085 } texture { Gold } }
  #declare I = 0;
  #while (I < 6)
    union {
      cylinder { <0.035, 0.20, 0>, <0.094, 0.325, 0>, 0.013 }
      sphere { <0.094, 0.325, 0>, 0.0145 }
      texture { Gold } rotate y*(60 * I + 18)
    }
    #declare I = I + 1;
  #end
  object { Stone translate y*0.318
    pigment { rgb <0.86, 0.9, 0.95> }
    finish { diffuse 0.12 specular 1 roughness 0.001 reflection { 0.75, 1 } conserve_energy } }
  rotate y*-24 translate <0, 0.075, 0>
}
