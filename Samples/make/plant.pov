// A potted plant on a window sill: nobody's possession in the list.
#version 3.7;
#include "room.inc"
Shot(<1.6, 5.0, -12.5>, <0.0, 3.0, 0>, 46, 0)
WindowLight(<-11, 13, -8>, <0, 2, 0>, rgb <1, 0.97, 0.92>*1.1, 5)
light_source { <10, 8, -12> rgb <0.7, 0.8, 1>*0.3 area_light x*4, y*4, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.62, 0.64, 0.66>)
object { Rounded(<-20, -0.5, -3.2>, <20, 0, 3.6>, 0.12) pigment { S(238, 235, 228) } finish { Satin } }
box { <-20, -3, 3.4>, <20, 12, 4> Plaster(S(222, 196, 168)) }
lathe {
  cubic_spline 11, <0, -0.1>, <0.1, 0>, <0.85, 0.02>, <0.98, 0.4>, <1.16, 1.5>, <1.2, 1.6>, <1.32, 1.62>, <1.34, 2.0>, <1.24, 2.04>, <1.18, 1.8>, <1.1, 1.5>
  pigment { granite scale 1.2 color_map { [0 S(178, 96, 62)] [1 S(206, 124, 86)] } } normal { granite 0.05 scale 0.3 } finish { Matte } }
lathe { cubic_spline 8, <0, -0.1>, <0.1, -0.02>, <1.3, 0>, <1.6, 0.12>, <1.62, 0.2>, <1.55, 0.2>, <1.2, 0.1>, <0, 0.08> pigment { S(196, 114, 78) } finish { Matte } }
cylinder { <0, 1.6, 0>, <0, 1.84, 0>, 1.18 pigment { granite scale 0.4 color_map { [0 S(40, 28, 20)] [1 S(78, 56, 40)] } } normal { granite 0.8 scale 0.3 } finish { Matte } }
// sword-shaped leaves: stretched discs of a mesh, twisted and bent
#macro Leaf(H, W, Bend, Twist, Tone)
  #local N = 26;
  mesh {
    #local I = 0;
    #while (I < N)
      #local K = 0;
      #while (K < 2)
        #local S0 = (K ? 1 : -1);
        #local J = 0;
        #local P = array[2]
        #local Q = array[2]
        #while (J < 2)
          #local T = (I + J) / N;
          #local B = W * pow(sin(pi * pow(0.12 + 0.88 * T, 0.75)), 0.75);
          #local C = vrotate(<S0 * B, 0, 0.28 * B>, y*Twist*T);
          #local P[J] = <0, H * T, -Bend * T * T>;
          #local Q[J] = P[J] + C;
          #local J = J + 1;
        #end
        triangle { P[0], P[1], Q[0] }
        triangle { P[1], Q[0], Q[1] }
        #local K = K + 1;
      #end
      #local I = I + 1;
    #end
    pigment { gradient y warp { turbulence 0.25 octaves 4 } color_map { [0 S(38, 74, 44) * Tone] [0.4 S(58, 100, 58) * Tone] [0.6 S(122, 150, 96) * Tone] [1 S(38, 74, 44) * Tone] } scale <3, 0.42, 3> }
    finish { Lacquer }
  }
#end
#declare R = seed(13);
#declare I = 0;
#while (I < 13)
  object { Leaf(2.6 + 2.6 * rand(R), 0.27 + 0.1 * rand(R), 0.2 + 0.9 * rand(R), 70 * (rand(R) - 0.5), 0.85 + 0.3 * rand(R))
    interior { ior 1.4 } translate <0, 0, -0.12 - 0.4 * rand(R)> rotate y*(I * 137.5) translate y*1.75 }
  #declare I = I + 1;
#end
// a watering can's neighbour: two small pots
#declare I = 0;
#while (I < 2)
  lathe { cubic_spline 8, <0, -0.1>, <0.05, 0>, <0.45, 0.02>, <0.58, 0.7>, <0.66, 0.74>, <0.66, 0.95>, <0.6, 0.95>, <0.5, 0.5>
    pigment { S(120 + 60 * I, 132 + 20 * I, 128) } finish { Glossy } translate <-3.2 + 5.9 * I, 0, 0.8 - 0.5 * I> }
  #declare J = 0;
  #while (J < 30)
    sphere { 0, 0.2 scale <1, 1.5, 0.5> rotate <-60 + 30 * rand(R), J * 137.5, 0>
      translate <-3.2 + 5.9 * I + 0.34 * sqrt(J / 30) * cos(J * 2.4) * 1.2, 1.3 - 0.4 * J / 30, 0.8 - 0.5 * I + 0.4 * sqrt(J / 30) * sin(J * 2.4)>
      pigment { S(110, 152 + J, 112) } finish { Satin } }
    #declare J = J + 1;
  #end
  #declare I = I + 1;
#end
