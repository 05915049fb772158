// The bicycle in the garage. View 0 the whole, 1 the cranks.
#version 3.7;
#include "room.inc"
#if (View = 0)
  Shot(<-3.5, 8.2, -23>, <0.4, 4.9, 1>, 46, 0)
#else
  Shot(<3.4, 4.4, -7.4>, <0.7, 2.7, 1.4>, 40, 0)
#end
WindowLight(<-16, 24, -20>, <0, 4, 2>, rgb <1, 0.97, 0.93>*1.15, 8)
light_source { <18, 14, -20> rgb <0.7, 0.8, 1>*0.25 area_light x*6, y*6, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.6, 0.6, 0.62>)
// concrete floor, brick wall painted half up
plane { y, 0 pigment { granite scale 4 color_map { [0 S(126, 124, 120)] [0.5 S(140, 138, 133)] [1 S(156, 153, 147)] } } normal { granite 0.05 scale 2 } finish { Matte } }
union {
  #declare R = seed(6);
  #declare J = 0;
  #while (J < 24)
    #declare I = -14;
    #while (I < 14)
      #declare T = 0.86 + 0.26 * rand(R);
      box { <I * 2.2 + 1.1 * mod(J, 2) + 0.05, J * 0.75 + 0.05, 0>, <I * 2.2 + 1.1 * mod(J, 2) + 2.15, J * 0.75 + 0.70, 0.5>
        pigment { granite scale 2 color_map { [0 S(168, 92, 66) * T] [1 S(196, 122, 92) * T] } translate rand(R) * 20 }
        normal { granite 0.15 scale 0.6 } finish { Matte } }
      #declare I = I + 1;
    #end
    #declare J = J + 1;
  #end
  box { <-40, 0, 0.05>, <40, 20, 1> pigment { S(190, 184, 174) } finish { Matte } }
  translate z*3.4
}
#declare Paint = texture { pigment { S(24, 74, 58) } finish { Glossy } }
#declare Rubber = texture { pigment { S(34, 33, 33) } finish { specular 0.1 roughness 0.1 } }
#macro Tube(A, B, R, T) cylinder { A, B, R texture { T } } #end
#macro Wheel()
  union {
    torus { 3.36, 0.17 rotate x*90 texture { Rubber } }
    torus { 3.14, 0.09 rotate x*90 scale <1, 1, 1.5> texture { Chrome } }
    cylinder { <0, 0, -0.32>, <0, 0, 0.32>, 0.16 texture { Steel } }
    cylinder { <0, 0, -0.30>, <0, 0, -0.26>, 0.30 texture { Steel } }
    cylinder { <0, 0, 0.26>, <0, 0, 0.30>, 0.30 texture { Steel } }
    #local I = 0;
    #while (I < 32)
      #local A = radians(I * 11.25);
      #local B = radians(I * 11.25 + (mod(div(I, 2), 2) ? 62 : -62));
      cylinder { <0.28 * cos(B), 0.28 * sin(B), (mod(I, 2) ? 0.28 : -0.28)>, <3.1 * cos(A), 3.1 * sin(A), 0>, 0.018 texture { Steel } }
      #local I = I + 1;
    #end
  }
#end
// points: the crank, the hubs, the saddle, the head. The bicycle faces right and leans on the wall.
#declare BB = <0, 2.75, 0>;
#declare Rear = <-4.2, 3.5, 0>;
#declare Front = <6.0, 3.5, 0>;
#declare Seat = <-1.55, 7.7, 0>;
#declare HeadLow = <4.15, 6.75, 0>;
#declare HeadTop = <3.78, 7.9, 0>;
union {
  object { Wheel() translate Rear }
  object { Wheel() rotate z*7 translate Front }
  Tube(BB, Seat, 0.16, Paint)
  Tube(<-1.42, 7.3, 0>, <3.85, 7.62, 0>, 0.15, Paint)
  Tube(BB, <4.1, 6.9, 0>, 0.18, Paint)
  Tube(HeadLow, HeadTop, 0.21, Paint)
  #declare I = 0;
  #while (I < 2)
    #declare Z = (I ? 0.36 : -0.36);
    Tube(<0, 2.75, Z * 0.5>, <-4.2, 3.5, Z>, 0.10, Paint)
    Tube(<-1.42, 7.3, Z * 0.45>, <-4.2, 3.5, Z>, 0.09, Paint)
    sphere_sweep { cubic_spline 5, <3.9, 7.4, Z * 0.6>, 0.12, <4.22, 6.55, Z>, 0.12, <4.75, 5.2, Z>, 0.11, <6.0, 3.5, Z>, 0.09, <6.3, 3.3, Z>, 0.09 texture { Paint } }
    #declare I = I + 1;
  #end
  Tube(<4.2, 6.6, -0.4>, <4.2, 6.6, 0.4>, 0.17, Chrome)
  cylinder { <0, 2.75, -0.4>, <0, 2.75, 0.4>, 0.24 texture { Paint } }
  // saddle and post
  Tube(<-1.5, 7.5, 0>, <-1.72, 8.4, 0>, 0.13, Chrome)
  union {
    sphere { 0, 1 scale <0.95, 0.24, 0.72> translate <-0.55, 0, 0> }
    sphere { 0, 1 scale <1.35, 0.22, 0.30> translate <0.4, 0.02, 0> }
    pigment { S(132, 78, 44) } finish { Lacquer } translate <-1.6, 8.55, 0>
  }
  torus { 0.30, 0.04 rotate x*90 translate <-2.2, 8.22, 0.3> texture { Chrome } }
  torus { 0.30, 0.04 rotate x*90 translate <-2.2, 8.22, -0.3> texture { Chrome } }
  // stem, bars, grips
  Tube(HeadTop, <3.62, 8.45, 0>, 0.12, Chrome)
  Tube(<3.62, 8.4, 0>, <4.4, 8.6, 0>, 0.11, Chrome)
  #declare I = 0;
  #while (I < 2)
    #declare D = (I ? 1 : -1);
    sphere_sweep { cubic_spline 6, <4.4, 8.6, -0.4 * D>, 0.10, <4.4, 8.6, 0>, 0.10, <4.5, 8.65, 0.8 * D>, 0.10, <4.1, 8.8, 1.6 * D>, 0.10, <3.0, 8.7, 2.1 * D>, 0.10, <2.6, 8.68, 2.15 * D>, 0.10 texture { Chrome } }
    cylinder { <3.5, 8.76, 1.92 * D>, <2.75, 8.69, 2.12 * D>, 0.16 pigment { S(132, 78, 44) } finish { Satin } }
    Tube(<4.2, 8.62, 1.5 * D>, <3.2, 8.35, 1.95 * D>, 0.05, Chrome)
    #declare I = I + 1;
  #end
  sphere { 0, 0.26 scale <1, 0.75, 1> translate <4.3, 8.95, -0.55> texture { Chrome } }
  // chainwheel, cranks, pedals, chain
  difference {
    cylinder { <0, 0, -0.52>, <0, 0, -0.46>, 0.86 }
    #declare I = 0;
    #while (I < 5)
      cylinder { <0.5, 0, -1>, <0.5, 0, 1>, 0.2 rotate z*(72 * I) }
      #declare I = I + 1;
    #end
    texture { Chrome } translate BB
  }
  torus { 0.88, 0.05 rotate x*90 translate BB + <0, 0, -0.49> texture { Steel normal { gradient x 1 scale 0.05 } } }
  Tube(<0, 2.75, -0.6>, <1.25, 1.6, -0.62>, 0.11, Chrome)
  Tube(<0, 2.75, 0.6>, <-1.25, 3.9, 0.62>, 0.11, Chrome)
  object { Rounded(<0.85, 1.48, -1.55>, <1.65, 1.72, -0.66>, 0.06) texture { Rubber } }
  object { Rounded(<-1.65, 3.78, 0.66>, <-0.85, 4.02, 1.55>, 0.06) texture { Rubber } }
  Tube(<0.08, 3.63, -0.49>, <-4.15, 3.82, -0.42>, 0.045, Steel)
  Tube(<0.08, 1.87, -0.49>, <-4.15, 3.18, -0.42>, 0.045, Steel)
  cylinder { <-4.2, 3.5, -0.46>, <-4.2, 3.5, -0.34>, 0.34 texture { Steel } }
  // mudguards and a rack
  difference {
    torus { 3.68, 0.26 rotate x*90 }
    torus { 3.62, 0.25 rotate x*90 }
    plane { y, -0.6 rotate z*20 }
    translate Rear texture { Paint }
  }
  difference {
    torus { 3.68, 0.26 rotate x*90 }
    torus { 3.62, 0.25 rotate x*90 }
    plane { y, 1.2 rotate z*30 }
    translate Front texture { Paint }
  }
  #declare I = 0;
  #while (I < 2)
    #declare Z = (I ? 0.55 : -0.55);
    Tube(<-1.7, 7.3, Z>, <-6.6, 7.42, Z>, 0.07, Chrome)
    Tube(<-5.4, 7.4, Z>, <-4.2, 3.5, Z * 0.7>, 0.06, Chrome)
    #declare I = I + 1;
  #end
  #declare I = 0;
  #while (I < 4)
    Tube(<-3 - I * 1.1, 7.37 + 0.02 * I, -0.55>, <-3 - I * 1.1, 7.37 + 0.02 * I, 0.55>, 0.05, Chrome)
    #declare I = I + 1;
  #end
  // a lamp
  sphere { 0, 0.42 scale <0.8, 1, 1> translate <5.0, 7.6, 0> texture { Chrome } }
  cylinder { <5.05, 7.6, 0>, <5.32, 7.6, 0>, 0.36 pigment { S(250, 246, 226) } finish { Glossy } }
  // the name on the down tube
  text { ttf "timrom.ttf" "Wayfarer" 0.02, 0 scale 0.42 translate <1.0, -0.1, -0.195> rotate z*45.3 translate <0, 2.75, 0> texture { Gold } }
  rotate x*5 translate <-0.6, 0, 1.9>
}
// a wooden crate
union {
  #declare I = 0;
  #while (I < 4)
    box { <0, I * 0.72, 0>, <3.8, I * 0.72 + 0.58, 0.16> Wood(S(150, 110, 70), S(204, 164, 116), Matte, I * 5) }
    box { <3.66, I * 0.72, 0>, <3.82, I * 0.72 + 0.58, 2.6> Wood(S(150, 110, 70), S(204, 164, 116), Matte, I * 5 + 2) }
    box { <0, I * 0.72, 0>, <0.16, I * 0.72 + 0.58, 2.6> Wood(S(150, 110, 70), S(204, 164, 116), Matte, I * 5 + 3) }
    #declare I = I + 1;
  #end
  box { <0, 0, 2.5>, <3.8, 2.8, 2.6> Wood(S(150, 110, 70), S(204, 164, 116), Matte, 1) }
  rotate y*12 translate <-11.4, 0, -0.2>
}
