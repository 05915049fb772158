// The steel toolbox on a workbench, its tray full.
#version 3.7;
#include "room.inc"
Shot(<-4.2, 6.4, -8.4>, <0.1, 1.6, 0.4>, 53, 0)
WindowLight(<-12, 13, -9>, <0, 1, 0>, rgb <1, 0.97, 0.93>*1.1, 6)
light_source { <12, 8, -10> rgb <0.7, 0.8, 1>*0.28 area_light x*4, y*4, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.6, 0.6, 0.62>)
object { Planks(<-7, -16>, <5, 16>, 1.4, 22, S(140, 104, 70), S(198, 160, 116), Satin) rotate y*90 }
// the pegboard wall behind
box { <-30, -4, 5.4>, <30, 16, 6> pigment { S(206, 196, 176) } finish { Matte } }
#declare I = -14;
#while (I < 15)
  #declare J = 1;
  #while (J < 8)
    cylinder { <I * 0.9, J * 0.9, 5.38>, <I * 0.9, J * 0.9, 5.6>, 0.09 pigment { S(70, 62, 52) } }
    #declare J = J + 1;
  #end
  #declare I = I + 1;
#end
#declare Red = texture { pigment { S(176, 30, 26) } normal { granite 0.02 scale 0.05 } finish { Glossy } }
union {
  difference {
    object { Rounded(<-3.0, 0, -1.35>, <3.0, 2.0, 1.35>, 0.08) }
    box { <-2.9, 1.1, -1.25>, <2.9, 3, 1.25> }
    texture { Red }
  }
  // ribs pressed into the front
  object { Rounded(<-2.7, 0.5, -1.40>, <2.7, 0.62, -1.2>, 0.05) texture { Red } }
  object { Rounded(<-2.7, 1.35, -1.40>, <2.7, 1.47, -1.2>, 0.05) texture { Red } }
  // lid, open behind
  union {
    difference {
      object { Rounded(<-3.0, 0, 0>, <3.0, 2.7, 0.75>, 0.08) }
      box { <-2.9, 0.1, -1>, <2.9, 2.6, 0.65> }
      texture { Red }
    }
    text { ttf "timrom.ttf" "BERGMANN" 0.03, 0 scale 0.6 translate <-1.5, 1.1, 0.63> pigment { S(230, 224, 210) } }
    rotate x*16 translate <0, 2.0, 1.35>
  }
  // clasps
  #declare I = 0;
  #while (I < 2)
    object { Rounded(<-0.25, 1.5, -1.46>, <0.25, 2.06, -1.34>, 0.04) texture { Chrome } translate x*(I ? 1.8 : -1.8) }
    #declare I = I + 1;
  #end
  // tray floor
  box { <-2.9, 1.1, -1.25>, <2.9, 1.15, 1.25> pigment { S(52, 54, 58) } finish { Satin } }
  box { <-2.9, 1.1, 0.1>, <2.9, 1.9, 0.16> texture { Red } }
  box { <0.5, 1.1, 0.1>, <0.56, 1.9, 1.25> texture { Red } }
  // screwdrivers lying in front
  #declare I = 0;
  #while (I < 5)
    union {
      cylinder { <-2.5, 0, 0>, <-1.3, 0, 0>, 0.17 pigment { rgb (mod(I, 2) ? <0.76, 0.35, 0.013> : <0.013, 0.061, 0.262>) } normal { gradient y 0.6 scale 0.07 } finish { Lacquer } }
      sphere { <-2.5, 0, 0>, 0.17 pigment { rgb (mod(I, 2) ? <0.76, 0.35, 0.013> : <0.013, 0.061, 0.262>) } finish { Lacquer } }
      cone { <-1.3, 0, 0>, 0.15, <-1.1, 0, 0>, 0.07 pigment { rgb (mod(I, 2) ? <0.76, 0.35, 0.013> : <0.013, 0.061, 0.262>) } finish { Lacquer } }
      cylinder { <-1.1, 0, 0>, <0.3 + 0.3 * I, 0, 0>, 0.055 texture { Chrome } }
      translate <0.1 + 0.05 * I, 1.4 + 0.03 * I, -1.02 + 0.24 * I>
    }
    #declare I = I + 1;
  #end
  // a hammer, head up against the right
  union {
    cylinder { <0, 0, 0>, <3.4, 0.25, -0.1>, 0.13 Wood(S(150, 98, 56), S(214, 168, 116), Satin, 8) }
    object { Rounded(<3.2, -0.1, -0.75>, <3.62, 0.55, 0.55>, 0.08) texture { Steel } }
    translate <-1.1, 1.62, -0.35>
  }
  // sockets in the rear compartment, pliers beside
  #declare I = 0;
  #while (I < 7)
    difference {
      cylinder { <-2.6 + I * 0.46, 1.15, 0.65>, <-2.6 + I * 0.46, 1.75 + 0.03 * I, 0.65>, 0.15 + 0.01 * I }
      cylinder { <-2.6 + I * 0.46, 1.5, 0.65>, <-2.6 + I * 0.46, 2.2, 0.65>, 0.10 + 0.01 * I }
      texture { Chrome }
    }
    #declare I = I + 1;
  #end
  union {
    sphere_sweep { cubic_spline 5, <2.8, 1.9, 0.4>, 0.13, <2.5, 1.9, 0.5>, 0.13, <1.7, 1.85, 0.45>, 0.12, <1.2, 1.85, 0.7>, 0.10, <0.9, 1.85, 0.8>, 0.1 pigment { S(190, 40, 34) } finish { Lacquer } }
    sphere_sweep { cubic_spline 5, <2.8, 1.9, 1.1>, 0.13, <2.5, 1.9, 1.0>, 0.13, <1.7, 1.85, 1.0>, 0.12, <1.2, 1.85, 0.78>, 0.10, <0.9, 1.85, 0.7>, 0.1 pigment { S(190, 40, 34) } finish { Lacquer } }
    object { Rounded(<0.62, 1.75, 0.62>, <1.25, 1.95, 0.9>, 0.08) texture { Steel } }
  }
  rotate y*-14
}
// a tape measure and two nails
union {
  object { Rounded(<-0.5, 0, -0.28>, <0.5, 0.95, 0.28>, 0.2) pigment { S(236, 190, 40) } finish { Lacquer } }
  box { <0.45, 0.05, -0.14>, <1.9, 0.07, 0.14> pigment { gradient x color_map { [0 S(40, 40, 40)] [0.06 S(40, 40, 40)] [0.06 S(244, 220, 90)] [1 S(244, 220, 90)] } scale 0.1 } finish { Satin } }
  cylinder { <0, 0.5, -0.29>, <0, 0.5, 0.29>, 0.3 pigment { S(40, 40, 42) } finish { Satin } }
  rotate y*22 translate <-3.9, 0, -2.6>
}
