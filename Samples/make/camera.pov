// The camera on a desk. View 0 from the front, 1 from above with its dials.
#version 3.7;
#include "room.inc"
#if (View = 0)
  Shot(<-1.35, 1.45, -4.6>, <0, 0.46, 0>, 27, 0)
#else
  Shot(<1.7, 3.3, -3.0>, <0.05, 0.55, -0.1>, 27, 0)
#end
WindowLight(<-9, 8, -6>, <0, 0.4, 0>, rgb <1, 0.97, 0.93>*1.1, 4)
light_source { <8, 5, -7> rgb <0.65, 0.75, 0.95>*0.4 area_light x*2, y*2, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.6, 0.62, 0.66>)
#declare Turn = y*90;
object { Planks(<-8, -16>, <10, 16>, 2.6, 40, S(58, 36, 24), S(96, 62, 40), Lacquer) rotate y*90 }
#declare Turn = 0;
box { <-20, -2, 6>, <20, 14, 7> Plaster(S(178, 184, 178)) }
// a desk pad, a notebook behind
object { Rounded(<-5, 0, -4.2>, <5, 0.06, 1.4>, 0.03) pigment { S(70, 92, 84) } normal { crackle 0.06 scale 0.03 } finish { Satin } }
union {
  object { Rounded(<-1.1, 0, -0.75>, <1.1, 0.22, 0.75>, 0.03) pigment { S(150, 62, 48) } normal { leopard 0.1 scale 0.01 } finish { Satin } }
  box { <-1.06, 0.03, -0.72>, <1.12, 0.19, 0.72> pigment { gradient y color_map { [0 S(240, 234, 220)] [1 S(214, 206, 188)] } scale 0.03 } }
  rotate y*28 translate <1.9, 0, 2.0>
}

#declare Leather = texture { pigment { S(36, 35, 36) } normal { crackle 0.5 scale 0.03 } finish { specular 0.15 roughness 0.06 } }
#declare Satiny = texture { pigment { S(196, 196, 196) } normal { granite 0.01 scale 0.02 } finish { diffuse 0.5 specular 0.5 roughness 0.02 metallic reflection { 0.22 metallic } conserve_energy } }
#macro Knurl(R, H, N)
  union {
    cylinder { 0, y*H, R }
    #local I = 0;
    #while (I < N)
      cylinder { <R, 0.012, 0>, <R, H - 0.012, 0>, R * 3.14 / N * 0.62 rotate y*(360 * I / N) }
      #local I = I + 1;
    #end
  }
#end
union {
  // body: leather between satin plates
  object { Rounded(<-0.69, 0.10, -0.16>, <0.69, 0.70, 0.16>, 0.09) texture { Leather } }
  object { Rounded(<-0.70, 0.00, -0.165>, <0.70, 0.14, 0.165>, 0.05) texture { Satiny } }
  object { Rounded(<-0.70, 0.64, -0.165>, <0.70, 0.80, 0.165>, 0.05) texture { Satiny } }
  // viewfinder hump
  prism { linear_sweep linear_spline -0.17, 0.19, 7, <-0.28, 0.78>, <-0.17, 0.97>, <-0.12, 1.0>, <0.12, 1.0>, <0.17, 0.97>, <0.28, 0.78>, <-0.28, 0.78>
    rotate x*-90 scale <1, 1, -1> texture { Satiny } }
  object { Rounded(<-0.13, 0.995, -0.06>, <0.13, 1.02, 0.12>, 0.01) texture { Steel } }
  text { ttf "timrom.ttf" "AURIGA" 0.02, 0 scale <0.105, 0.105, 1> translate <-0.185, 0.845, -0.182> pigment { S(20, 20, 22) } }
  // dials
  object { Knurl(0.13, 0.10, 44) translate <0.49, 0.80, 0> texture { Steel } }
  cylinder { <0.49, 0.80, 0>, <0.49, 0.905, 0>, 0.115 texture { BlackPlastic } }
  #declare I = 0;
  #while (I < 12)
    box { <-0.004, 0.905, 0.085>, <0.004, 0.908, 0.105> pigment { rgb 0.95 } rotate y*(I * 30) translate <0.49, 0, 0> }
    #declare I = I + 1;
  #end
  object { Knurl(0.10, 0.08, 36) translate <-0.52, 0.80, 0> texture { Steel } }
  cylinder { <0.30, 0.80, -0.06>, <0.30, 0.85, -0.06>, 0.05 texture { Chrome } }
  cylinder { <0.30, 0.85, -0.06>, <0.30, 0.87, -0.06>, 0.035 pigment { S(180, 30, 26) } finish { Glossy } }
  // strap lugs
  torus { 0.05, 0.012 rotate z*90 translate <-0.72, 0.66, 0> texture { Steel } }
  torus { 0.05, 0.012 rotate z*90 translate <0.72, 0.66, 0> texture { Steel } }
  // lens
  union {
    cylinder { <0, 0, 0.0>, <0, 0, -0.06>, 0.36 texture { Steel } }
    cylinder { <0, 0, -0.06>, <0, 0, -0.16>, 0.335 texture { BlackPlastic } }
    object { Knurl(0.335, 0.13, 70) rotate x*-90 translate z*-0.16 texture { BlackPlastic } }
    cylinder { <0, 0, -0.29>, <0, 0, -0.33>, 0.325 texture { Steel } }
    object { Knurl(0.335, 0.08, 70) rotate x*-90 translate z*-0.33 texture { BlackPlastic } }
    difference {
      cylinder { <0, 0, -0.40>, <0, 0, -0.52>, 0.335 }
      cylinder { <0, 0, -0.41>, <0, 0, -0.53>, 0.285 }
      texture { BlackPlastic }
    }
    difference {
      cone { <0, 0, -0.405>, 0.19, <0, 0, -0.50>, 0.29 }
      cone { <0, 0, -0.404>, 0.17, <0, 0, -0.51>, 0.285 }
      pigment { S(14, 14, 15) } normal { gradient z 0.4 scale 0.012 } finish { Satin }
    }
    // glass: dark with a coated shine
    difference {
      sphere { <0, 0, 0>, 0.42 translate z*-0.05 }
      box { <-1, -1, -0.40>, <1, 1, 1> }
      clipped_by { cylinder { <0, 0, -2>, <0, 0, 1>, 0.19 } }
      pigment { gradient y color_map { [0 S(20, 12, 40)] [0.5 S(8, 10, 18)] [1 S(10, 40, 44)] } scale 0.5 translate y*-0.25 }
      finish { specular 0.9 roughness 0.002 reflection { 0.08, 0.9 fresnel on } conserve_energy } interior { ior 1.6 }
    }
    cylinder { <0, 0, -0.30>, <0, 0, -0.41>, 0.2 pigment { S(8, 8, 14) } finish { reflection 0.1 specular 0.8 roughness 0.003 } }
    // feet on the scale
    #declare I = 0;
    #while (I < 7)
      box { <-0.006, 0.322, -0.32>, <0.006, 0.328, -0.30> pigment { rgb (I = 3 ? <0.6, 0.02, 0.01> : <0.02, 0.02, 0.02>) } rotate z*(-54 + 18 * I) }
      #declare I = I + 1;
    #end
    translate <0, 0.43, -0.16>
  }
  // self-timer lever and a badge
  cylinder { <-0.46, 0.50, -0.16>, <-0.46, 0.50, -0.19>, 0.06 texture { Steel } }
  object { Rounded(<-0.48, 0.32, -0.20>, <-0.44, 0.50, -0.18>, 0.01) texture { Steel } }
  rotate y*12 translate y*0.06
}
// the strap lies beside
sphere_sweep { cubic_spline 8, <-0.6, 0.7, 0.3>, 0.03, <-0.74, 0.62, 0.16>, 0.03, <-0.95, 0.2, 0.3>, 0.03, <-1.25, 0.035, 0.1>, 0.03, <-1.5, 0.035, -0.7>, 0.03,
  <-0.9, 0.035, -1.25>, 0.03, <-0.2, 0.035, -1.05>, 0.03, <0.2, 0.035, -0.9>, 0.03
  translate y*0.06 pigment { S(90, 54, 32) } finish { Satin } }
