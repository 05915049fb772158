// Six stoneware bowls. View 1 is closer.
#version 3.7;
#include "room.inc"
#if (View = 0)
  Shot(<-3.0, 4.0, -9.0>, <0.3, 0.85, 0.2>, 38, 0)
#else
  Shot(<4.2, 3.2, -5.6>, <0.6, 0.75, 0.1>, 38, 0)
#end
#include "kitchen.inc"
#declare Clay = texture { pigment { granite scale 0.4 color_map { [0 S(158, 112, 82)] [1 S(186, 140, 106)] } } finish { Matte } }
#macro Bowl(Colour)
  union {
    lathe {
      cubic_spline 9, <0.2, -0.1>, <0.42, 0>, <0.44, 0.09>, <0.75, 0.16>, <1.12, 0.46>, <1.26, 0.9>, <1.22, 0.93>, <1.16, 0.88>, <1.1, 0.8>
      texture { Clay }
      texture { pigment { gradient y color_map { [0 rgbt 1] [0.36 rgbt 1] [0.40 Colour] [1 Colour] } warp { turbulence 0.03 } scale 1 } finish { Glossy } }
    }
    lathe {
      cubic_spline 7, <1.25, 1.0>, <1.19, 0.90>, <1.04, 0.50>, <0.7, 0.22>, <0.3, 0.14>, <0, 0.13>, <-0.3, 0.14>
      pigment { bozo scale 0.5 color_map { [0 Colour * 1.05] [1 Colour * 0.92] } } finish { Glossy }
    }
  }
#end
#declare Sea = S(96, 140, 150);
#declare Sand = S(226, 214, 190);
#declare Rust = S(176, 96, 58);
object { Bowl(Sea) translate <-1.7, 0, 1.0> }
object { Bowl(Sand) translate <-1.68, 0.42, 1.02> rotate y*0 }
object { Bowl(Rust) translate <-1.72, 0.84, 0.98> }
object { Bowl(Sand) rotate y*40 translate <1.2, 0, 1.3> }
object { Bowl(Sea) rotate y*140 translate <1.22, 0.42, 1.28> }
object { Bowl(Rust) rotate y*200 translate <0.55, 0, -1.45> }
// cherries in the front bowl
#declare R = seed(31);
#declare I = 0;
#while (I < 20)
  #declare A = I * 2.39996;
  #declare D = 0.72 * sqrt((mod(I, 13) + 0.5) / 13);
  union {
    sphere { 0, 0.17 scale <1, 0.94, 1> pigment { S(130 + 50 * rand(R), 14, 24) } finish { Glossy } }
    sphere_sweep { cubic_spline 5, <0, 0, 0>, 0.014, <0, 0.14, 0>, 0.014, <0.06, 0.3, 0>, 0.013, <0.2, 0.48, 0.03>, 0.013, <0.4, 0.6, 0.05>, 0.012 pigment { S(96, 120, 52) } finish { Satin } }
    rotate <-20 + 40 * rand(R), 360 * rand(R), 0>
    translate <0.55 + D * cos(A), (I < 13 ? 0.38 + 0.30 * D * D : 0.66), -1.45 + (I < 13 ? 1 : 0.75) * D * sin(A)>
  }
  #declare I = I + 1;
#end
// chopsticks on a rest
union {
  cylinder { <-1.6, 0.2, 0>, <1.5, 0.08, 0.1>, 0.045 } cylinder { <-1.6, 0.2, 0.22>, <1.5, 0.08, 0.18>, 0.045 }
  object { Rounded(<-1.3, 0, -0.2>, <-1.0, 0.16, 0.4>, 0.06) pigment { S(96, 140, 150) } finish { Glossy } }
  #declare Turn = y*90;
  Wood(S(60, 34, 24), S(96, 56, 38), Lacquer, 4)
  #declare Turn = 0;
  rotate y*-16 translate <3.6, 0, -1.0>
}
