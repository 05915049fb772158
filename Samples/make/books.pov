// Books on a shelf.
#version 3.7;
#include "room.inc"
Shot(<-2.2, 5.4, -15>, <0.6, 3.9, 0>, 42, 0)
WindowLight(<-16, 14, -16>, <0, 3, 0>, rgb <1, 0.96, 0.90>*1.15, 7)
light_source { <14, 9, -16> rgb <0.66, 0.76, 0.95>*0.25 area_light x*4, y*4, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.6, 0.6, 0.62>)
#declare Turn = y*90;
union {
  #declare I = 0;
  #while (I < 4)
    object { Rounded(<-14, I * 3.9 - 1.0, -1.4>, <14, I * 3.9 - 0.7, 1.6>, 0.04) Wood(S(112, 74, 44), S(172, 126, 82), Lacquer, I * 7) }
    #declare I = I + 1;
  #end
  box { <-14, -2, 1.5>, <14, 13, 1.8> Wood(S(104, 68, 40), S(160, 116, 74), Satin, 3) }
}
#declare Turn = 0;
object { Rounded(<-7.3, -2, -1.4>, <-7.0, 13, 1.6>, 0.04) Wood(S(112, 74, 44), S(172, 126, 82), Lacquer, 9) }
object { Rounded(<8.6, -2, -1.4>, <8.9, 13, 1.6>, 0.04) Wood(S(112, 74, 44), S(172, 126, 82), Lacquer, 4) }
#declare Cloth = array[10]
#declare Cloth[0] = S(134, 40, 38);
#declare Cloth[1] = S(38, 62, 92);
#declare Cloth[2] = S(60, 86, 62);
#declare Cloth[3] = S(196, 164, 108);
#declare Cloth[4] = S(88, 56, 44);
#declare Cloth[5] = S(222, 212, 190);
#declare Cloth[6] = S(46, 46, 52);
#declare Cloth[7] = S(160, 104, 52);
#declare Cloth[8] = S(92, 74, 106);
#declare Cloth[9] = S(176, 84, 60);
#macro Book(W, H, D, Colour, Kind, Tilt)
  union {
    // boards, the rounded back, the pages
    object { Rounded(<0.0, 0, -D + 0.12>, <0.06, H, 0>, 0.02) }
    object { Rounded(<W - 0.06, 0, -D + 0.12>, <W, H, 0>, 0.02) }
    intersection {
      cylinder { 0, y*H, W * 0.62 scale <1, 1, 0.6> translate <W / 2, 0, -D + 0.22> }
      box { <0, 0, -D - 1>, <W, H, -D + 0.2> }
    }
    #if (Kind < 3)
      #local J = 0;
      #while (J < 3)
        torus { W * 0.62, 0.016 scale <1, 1, 0.6> translate <W / 2, H * (0.16 + 0.34 * J), -D + 0.22> texture { Gold } }
        #local J = J + 1;
      #end
    #end
    #if (Kind = 1 | Kind = 4)
      intersection {
        cylinder { y*(H * 0.60), y*(H * 0.76), W * 0.63 scale <1, 1, 0.6> translate <W / 2, 0, -D + 0.22> }
        box { <0, 0, -D - 1>, <W, H, -D + 0.2> }
        pigment { rgb (Kind = 1 ? <0.045, 0.007, 0.007> : <0.84, 0.76, 0.58>) } finish { Satin }
      }
    #end
    box { <0.05, 0.06, -D + 0.2>, <W - 0.05, H - 0.06, -0.03> pigment { gradient x color_map { [0 S(240, 232, 212)] [1 S(206, 196, 170)] } scale 0.03 } }
    pigment { Colour } normal { granite 0.06 scale 0.03 } finish { Satin }
    rotate z*Tilt
  }
#end
#declare R = seed(42);
#declare Shelf = 0;
#while (Shelf < 3)
  #declare X = -6.9;
  #declare End = (Shelf = 1 ? 4.6 : 8.3);
  #while (X < End)
    #declare W = 0.28 + 0.55 * rand(R) * rand(R) + 0.12 * rand(R);
    #declare H = 2.0 + 0.85 * rand(R);
    #declare D = 1.45 + 0.5 * rand(R);
    #declare Tilt = 0;
    object { Book(W, H, D, Cloth[int(rand(R) * 9.999)] * (0.75 + 0.4 * rand(R)), int(rand(R) * 5.999), Tilt) translate <X, Shelf * 3.9 - 0.7, 0.75> }
    #declare X = X + W + 0.015;
  #end
  #if (Shelf = 1)
    object { Book(0.5, 2.5, 1.7, S(38, 62, 92), 1, 13) translate <X + 0.1, 3.2, 0.75> }
    // a small stack lying, and a globe
    object { Book(0.45, 2.3, 1.7, S(134, 40, 38), 4, 0) rotate z*-90 translate <6.0, 3.66, 0.75> }
    object { Book(0.36, 2.1, 1.6, S(196, 164, 108), 2, 0) rotate z*-90 translate <6.1, 4.03, 0.75> }
    sphere { 0, 0.72 pigment { bozo turbulence 0.6 scale 0.5 color_map { [0 S(60, 104, 140)] [0.52 S(70, 118, 150)] [0.53 S(186, 168, 112)] [1 S(140, 150, 90)] } } finish { Lacquer } translate <7.1, 5.15, 0> }
    torus { 0.8, 0.05 rotate x*90 rotate y*30 translate <7.1, 5.15, 0> texture { Brass } }
    cylinder { <7.1, 4.03, 0>, <7.1, 4.45, 0>, 0.08 texture { Brass } }
    cylinder { <7.1, 4.03, 0>, <7.1, 4.1, 0>, 0.4 texture { Brass } }
  #end
  #declare Shelf = Shelf + 1;
#end
