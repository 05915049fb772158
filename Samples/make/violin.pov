// The violin in its open case. View 0 the whole, 1 the f-holes and bridge.
#version 3.7;
#include "room.inc"
#include "violin.inc"
#if (View = 0)
  Shot(<-0.3, 8.6, -3.4>, <0.15, 0.1, 0.25>, 46, 0)
#else
  Shot(<-1.9, 2.9, -1.6>, <-0.75, 0.3, -0.05>, 42, 0)
#end
WindowLight(<-9, 10, 6>, <0, 0.4, 0>, rgb <1, 0.96, 0.90>*1.1, 4.5)
light_source { <8, 8, -8> rgb <0.7, 0.8, 1>*0.3 area_light x*3, z*3, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.6, 0.6, 0.62>)
#declare Varnish = finish { specular 0.5 roughness 0.006 diffuse 0.85 reflection { 0.015, 0.22 fresnel on } conserve_energy }
#declare Ebony = texture { pigment { S(24, 20, 19) } finish { Lacquer } }
#declare Maple = texture {
  pigment { gradient y color_map { [0 S(120, 52, 20)] [0.5 S(158, 78, 32)] [1 S(120, 52, 20)] } scale 0.09 turbulence 0.3 }
  finish { Varnish } }
// Built upright in x and y, the top facing -z; laid down at the end.
#declare Violin = union {
  object { ViolinPlate scale <1, 1, -1> translate z*-0.36
    texture { pigment { image_map { png "violin.png" interpolate 2 once } translate <-0.5, -0.5, 0> scale <800/300, 1200/300, 1> translate y*1.78 } finish { Varnish } } interior { ior 1.5 } }
  object { ViolinPlate scale <1, 1, 0.9> texture { Maple } }
  object { ViolinRibs rotate x*-90 scale <1, 1, 0.36> texture { Maple } }
  // fingerboard, neck
  prism { linear_sweep linear_spline 0, 0.07, 5, <-0.21, 2.42>, <0.21, 2.42>, <0.125, 5.05>, <-0.125, 5.05>, <-0.21, 2.42> rotate x*-90 scale <1, 1, 1> translate z*-0.72 texture { Ebony } }
  intersection {
    cylinder { <0, 2.42, 0>, <0, 5.05, 0>, 0.6 translate z*-0.14 }
    prism { linear_sweep linear_spline -1, 0, 5, <-0.21, 2.42>, <0.21, 2.42>, <0.125, 5.05>, <-0.125, 5.05>, <-0.21, 2.42> rotate x*-90 }
    plane { z, -0.68 }
    texture { Ebony }
  }
  sphere_sweep { linear_spline 2, <0, 3.4, -0.52>, 0.2, <0, 5.05, -0.56>, 0.14 texture { Maple } }
  sphere_sweep { linear_spline 2, <0, 3.5, -0.2>, 0.22, <0, 3.7, -0.5>, 0.18 texture { Maple } }
  // pegbox and scroll
  object { Rounded(<-0.15, 5.0, -0.74>, <0.15, 5.75, -0.42>, 0.06) texture { Maple } }
  box { <-0.085, 5.1, -0.75>, <0.085, 5.68, -0.6> pigment { S(40, 20, 10) } }
  #declare I = 0;
  #while (I < 40)
    #declare A = radians(-60 + I * 15);
    #declare Q = 0.24 - 0.0047 * I;
    sphere { <0, 5.94 + Q * sin(A), -0.52 + Q * cos(A)>, 0.095 - 0.0006 * I scale <1 + 0.014 * I, 1, 1> texture { Maple } }
    #declare I = I + 1;
  #end
  // pegs
  #declare I = 0;
  #while (I < 4)
    #declare D = (mod(I, 2) ? 1 : -1);
    cylinder { <-0.24 * D, 5.14 + 0.15 * I, -0.62>, <0.42 * D, 5.14 + 0.15 * I, -0.62>, 0.035 texture { Ebony } }
    sphere { 0, 1 scale <0.13, 0.10, 0.05> translate <0.50 * D, 5.14 + 0.15 * I, -0.62> texture { Ebony } }
    #declare I = I + 1;
  #end
  // tailpiece, button, chin rest
  prism { linear_sweep linear_spline 0, 0.06, 7, <-0.10, 0.10>, <0.10, 0.10>, <0.21, 1.10>, <0.18, 1.20>, <-0.18, 1.20>, <-0.21, 1.10>, <-0.10, 0.10> rotate x*-90 rotate x*4 translate z*-0.70 texture { Ebony } }
  sphere { <0, -0.03, -0.18>, 0.07 texture { Ebony } }
  difference {
    sphere { 0, 1 scale <0.48, 0.40, 0.14> }
    sphere { 0, 1 scale <0.42, 0.34, 0.12> translate z*-0.09 }
    translate <-0.44, 0.36, -0.58> texture { Ebony }
  }
  // bridge and strings
  difference {
    prism { linear_sweep linear_spline -0.03, 0.03, 10, <-0.21, 0>, <-0.205, 0.12>, <-0.19, 0.26>, <-0.1, 0.345>, <0, 0.37>, <0.1, 0.35>, <0.19, 0.28>, <0.205, 0.12>, <0.21, 0>, <-0.21, 0> }
    cylinder { <0, -1, 0.0>, <0, 1, 0.0>, 0.075 }
    cylinder { <-0.1, -1, 0.15>, <-0.1, 1, 0.15>, 0.04 }
    cylinder { <0.1, -1, 0.15>, <0.1, 1, 0.15>, 0.04 }
    rotate x*0 scale <1, 1, -1> translate <0, 1.66, -0.50> pigment { S(216, 176, 122) } finish { Satin } }
  #declare I = 0;
  #while (I < 4)
    #declare K = I - 1.5;
    cylinder { <0.10 * K, 1.18, -0.745>, <0.118 * K, 1.66, -0.865 + 0.012 * abs(K)>, 0.0075 texture { Steel } }
    cylinder { <0.118 * K, 1.66, -0.865 + 0.012 * abs(K)>, <0.058 * K, 5.06, -0.76>, 0.0075 texture { Steel } }
    #declare I = I + 1;
  #end
}
object { Violin translate <0, -2.95, 0> rotate z*-90 rotate x*90 rotate y*-8 translate <0.05, 0.38, 0.1> }
// the bow
union {
  cylinder { <-3.4, 0.15, 0>, <3.4, 0.15, 0.0>, 0.045 pigment { S(110, 46, 22) } finish { Varnish } }
  box { <-3.3, 0.10, -0.17>, <3.35, 0.12, -0.09> pigment { S(240, 234, 216) } finish { Matte } }
  object { Rounded(<-3.35, 0.05, -0.2>, <-2.95, 0.17, 0.02>, 0.02) texture { Ebony } }
  cylinder { <-3.4, 0.15, 0>, <-3.62, 0.15, 0>, 0.05 texture { Chrome } }
  prism { linear_sweep linear_spline 0.08, 0.2, 5, <3.25, 0.03>, <3.45, 0.03>, <3.42, -0.2>, <3.34, -0.2>, <3.25, 0.03> pigment { S(110, 46, 22) } }
  rotate y*-3 translate <0.1, 0.1, -1.75>
}
// the case: blue plush in a black shell, on the desk
object { Rounded(<-4.1, -0.2, -2.2>, <4.3, 0.05, 2.0>, 0.1)
  pigment { bozo scale 0.06 color_map { [0 S(26, 62, 70)] [1 S(40, 84, 92)] } } normal { granite 0.2 scale 0.04 } finish { diffuse 0.85 specular 0.05 roughness 0.2 } }
difference {
  object { Rounded(<-4.3, -0.5, -2.4>, <4.5, 0.55, 2.2>, 0.15) }
  object { Rounded(<-4.08, -0.15, -2.18>, <4.28, 1, 1.98>, 0.1) }
  pigment { S(30, 30, 32) } normal { granite 0.05 scale 0.05 } finish { Satin }
}
object { Planks(<-9, -16>, <9, 16>, 2.2, 40, S(96, 62, 38), S(150, 104, 68), Lacquer) rotate y*90 translate y*-0.5 }
// rosin and a cloth
object { Rounded(<2.7, 0.05, 0.7>, <3.3, 0.25, 1.15>, 0.03) pigment { S(170, 120, 40) } finish { Glossy } }
