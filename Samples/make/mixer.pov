// The stand mixer on a kitchen counter. View 0 from the front left, 1 from the side.
#version 3.7;
#include "room.inc"

#if (View = 0)
  Shot(<-6.6, 5.2, -9.9>, <0.25, 1.95, 0>, 43, 0)
#else
  Shot(<9.4, 4.4, -6.4>, <0.1, 1.9, 0>, 34, 0)
#end
#include "kitchen.inc"

#declare Enamel = texture { pigment { S(168, 28, 30) } finish { Glossy } }

// Long side along x: column at the left (negative x), bowl at the right.
#declare Mixer = union {
  // foot: two toes and a base
  object { Rounded(<-2.05, 0.10, -1.15>, <0.25, 0.62, 1.15>, 0.25) texture { Enamel } }
  object { Rounded(<-0.2, 0.10, -1.15>, <1.9, 0.46, -0.62>, 0.17) texture { Enamel } }
  object { Rounded(<-0.2, 0.10, 0.62>, <1.9, 0.46, 1.15>, 0.17) texture { Enamel } }
  cylinder { <0.95, 0.12, 0>, <0.95, 0.40, 0>, 0.86 texture { Enamel } }
  cylinder { <0.95, 0.40, 0>, <0.95, 0.47, 0>, 0.70 texture { Chrome } }
  #declare I = 0;
  #while (I < 4)
    cylinder { <(mod(I, 2) ? -1.7 : 1.5), 0, (I < 2 ? -0.85 : 0.85)>, <(mod(I, 2) ? -1.7 : 1.5), 0.12, (I < 2 ? -0.85 : 0.85)>, 0.18 texture { BlackPlastic } }
    #declare I = I + 1;
  #end
  // column
  lathe {
    cubic_spline 8, <1.15, -0.2>, <1.02, 0.15>, <0.88, 0.7>, <0.78, 1.3>, <0.76, 1.9>, <0.80, 2.4>, <0.92, 2.75>, <1.1, 3.1>
    scale <1, 1, 0.86> translate <-1.25, 0.25, 0> texture { Enamel }
  }
  // head: swept so that it is full behind and slim in front
  union {
    sphere_sweep {
      b_spline 8
      <-2.6, 3.42, 0>, 0.55, <-2.05, 3.42, 0>, 0.80, <-1.4, 3.46, 0>, 0.93, <-0.5, 3.46, 0>, 0.93,
      <0.5, 3.42, 0>, 0.86, <1.3, 3.38, 0>, 0.78, <1.75, 3.36, 0>, 0.68, <2.1, 3.35, 0>, 0.5
      tolerance 0.0001
      texture { Enamel }
    }
    // the trim band along the head
    difference {
      sphere_sweep {
        b_spline 8
        <-2.6, 3.42, 0>, 0.57, <-2.05, 3.42, 0>, 0.82, <-1.4, 3.46, 0>, 0.95, <-0.5, 3.46, 0>, 0.95,
        <0.5, 3.42, 0>, 0.88, <1.3, 3.38, 0>, 0.80, <1.75, 3.36, 0>, 0.70, <2.1, 3.35, 0>, 0.52
        tolerance 0.0001
      }
      box { <-5, 3.50, -3>, <5, 6, 3> }
      box { <-5, 0, -3>, <5, 3.36, 3> }
      texture { Chrome }
    }
    // the hub in front
    cylinder { <1.85, 3.40, 0>, <2.42, 3.39, 0>, 0.36 texture { Chrome } }
    torus { 0.33, 0.05 rotate z*90 translate <2.42, 3.39, 0> texture { Chrome } }
    cylinder { <2.40, 3.39, 0>, <2.44, 3.39, 0>, 0.22 texture { BlackPlastic } }
    sphere { <2.42, 3.39, 0>, 0.1 texture { Steel } }
    // planetary and beater shaft
    cylinder { <0.95, 2.45, 0>, <0.95, 2.85, 0>, 0.52 texture { Chrome } }
    cylinder { <0.95, 2.3, 0>, <0.95, 2.5, 0>, 0.40 texture { Enamel } }
    cylinder { <0.95, 1.5, 0.12>, <0.95, 2.4, 0.12>, 0.09 texture { Steel } }
    // speed lever and lock knob
    sphere { <-0.55, 3.02, -0.93>, 0.15 texture { BlackPlastic } }
    cylinder { <-0.55, 3.02, -0.75>, <-0.55, 3.02, -0.95>, 0.05 texture { Chrome } }
    sphere { <-0.55, 3.02, 0.93>, 0.15 texture { BlackPlastic } }
    // name plate
    text { ttf "timrom.ttf" "Halden" 0.03, 0 scale 0.42 translate <-1.15, 3.66, -0.925> texture { Chrome } }
  }
  // bowl, hollow, with a handle
  lathe {
    bezier_spline 16,
    <0, 0.50>, <0.3, 0.50>, <0.5, 0.50>, <0.62, 0.52>,
    <0.62, 0.52>, <1.05, 0.60>, <1.22, 1.2>, <1.26, 2.05>,
    <1.26, 2.05>, <1.33, 2.05>, <1.33, 2.10>, <1.24, 2.10>,
    <1.24, 2.10>, <1.20, 1.2>, <1.0, 0.66>, <0, 0.60>
    translate x*0.95 texture { Steel normal { gradient y 0.02 scale 0.02 } }
  }
  sphere_sweep {
    cubic_spline 6
    <0.95, 1.9, -0.9>, 0.09, <0.95, 1.85, -1.20>, 0.09, <1.0, 1.75, -1.75>, 0.09, <1.05, 1.2, -1.75>, 0.09,
    <1.02, 0.98, -1.14>, 0.09, <1, 0.9, -0.7>, 0.09
    texture { Chrome }
  }
  // flour in the bowl
  cylinder { <0.95, 1.30, 0>, <0.95, 1.45, 0>, 1.12
    texture { pigment { S(247, 242, 230) } normal { bumps 0.7 scale 0.25 turbulence 0.5 } finish { Matte } } }
}
object { Mixer rotate y*28 translate <-0.2, 0, 0.6> }

// Company: a wooden spoon, eggs in a dish, a folded cloth.
lathe { cubic_spline 8, <0, -0.05>, <0.001, 0.02>, <0.6, 0.04>, <1.0, 0.32>, <1.08, 0.55>, <1.03, 0.55>, <0.6, 0.12>, <0.0, 0.1>
  translate <3.7, 0, 1.5> texture { pigment { S(236, 232, 222) } finish { Glossy } } }
#declare I = 0;
#while (I < 4)
  sphere { 0, 0.30 scale <1, 1.28, 1> rotate <74 + I * 8, I * 77, 20> translate <3.7 + 0.42 * cos(I * 1.7), 0.44, 1.5 + 0.42 * sin(I * 1.7)>
    texture { pigment { S(226, 178 + I * 9, 140 + I * 12) } normal { granite 0.04 scale 0.3 } finish { Satin } } }
  #declare I = I + 1;
#end
union {
  cylinder { <0, 0.1, 0>, <0, 0.1, -3.6>, 0.09 }
  sphere { 0, 1 scale <0.34, 0.10, 0.5> translate <0, 0.11, 0.3> }
  Wood(S(150, 98, 56), S(205, 158, 104), Satin, 0)
  rotate y*-34 translate <-4.2, 0, -0.4>
}
union {
  object { Rounded(<-1.3, 0, -0.8>, <1.3, 0.12, 0.8>, 0.06) }
  object { Rounded(<-1.2, 0.12, -0.75>, <1.25, 0.23, 0.78>, 0.055) }
  texture { pigment { gradient x color_map { [0 S(240, 236, 226)] [0.82 S(240, 236, 226)] [0.82 S(70, 100, 140)] [0.9 S(70, 100, 140)] [0.9 S(240, 236, 226)] } scale 0.62 }
    normal { quilted 0.3 scale 0.05 } finish { Matte } }
  rotate y*18 translate <3.6, 0, -2.2>
}
