// The living room. Views: 0 the room, 1 the armchair, 2 the lamp, 3 the television, 4 the vase, 5 the vase's
// brushwork, 6 the rug from above.
#version 3.7;
#include "room.inc"

#switch (View)
  #case (0) Shot(<13, 13.5, -31>, <0.4, 5.4, 3>, 54, 0) #break
  #case (1) Shot(<4.5, 10, -12>, <-8.4, 4.3, 4.6>, 36, 0) #break
  #case (2) Shot(<-3.5, 10.5, -12>, <-12.2, 8.4, 8.4>, 33, 0) #break
  #case (3) Shot(<6.6, 9.6, -11>, <10.4, 9.3, 9>, 48, 0) #break
  #case (4) Shot(<-2.6, 10.2, -3.4>, <4.0, 8.9, 8.4>, 40, 0) #break
  #case (5) Shot(<1.2, 8.6, 2.4>, <3.55, 7.62, 8.3>, 30, 0) #break
  #case (6) Shot(<1.2, 27, -8>, <1.2, 0, -1.6>, 47, 0) #break
#end

WindowLight(<-34, 26, -20>, <0, 3, 4>, rgb <1, 0.96, 0.90>*1.2, 11)
light_source { <24, 22, -34> rgb <0.7, 0.8, 1>*0.3 area_light x*9, y*9, 3, 3 adaptive 0 jitter }
Surroundings(rgb <0.7, 0.7, 0.72>)

object { Planks(<-26, -34>, <32, 12>, 1.5, 17, S(104, 66, 38), S(168, 118, 72), Lacquer) }
box { <-40, -1, 11.5>, <40, 32, 13> Plaster(S(222, 218, 206)) }
box { <-22, -1, -40>, <-21, 32, 13> Plaster(S(226, 222, 210)) no_shadow }   // the window is in it
Skirting(<-21, 0, 11.3>, <40, 1.0, 11.6>)
object { Skirting(<-21.2, 0, -40>, <-20.8, 1.0, 11.5>) no_shadow }

// The rug, with a fringe at both short ends.
union {
  box { <0, 0, 0>, <1, 1, 1>
    pigment { image_map { png "rug.png" interpolate 2 } }
    rotate x*90 scale <14, 0.14, -21> translate <-7, 0.14, 10.5> rotate y*90
    normal { bumps 0.5 scale 0.1 } finish { Matte }
  }
  #declare R = seed(9);
  #declare I = 0;
  #while (I < 120)
    #declare Z = -6.95 + 13.9 * I / 119;
    #declare SX = 0;
    #while (SX < 2)
      #declare D = (SX ? 1 : -1);
      cylinder { <D * 10.5, 0.06, Z>, <D * (11.0 + 0.2 * rand(R)), 0.03, Z + 0.16 * (rand(R) - 0.5)>, 0.04
        pigment { S(226, 212, 180) } finish { Matte } }
      #declare SX = SX + 1;
    #end
    #declare I = I + 1;
  #end
  translate <1.2, 0, -1.6>
}

// The armchair: seen from the front it faces -z.
#declare Cloth = Fabric(S(38, 104, 106), 0.05)
#declare Leg = lathe { linear_spline 4, <0, 0>, <0.16, 0>, <0.30, 1.5>, <0, 1.5> }
union {
  object { Rounded(<-3.1, 1.5, -3.2>, <3.1, 2.6, 3.2>, 0.35) texture { Cloth } }
  // seat cushion, swelling a little
  superellipsoid { <0.28, 0.30> scale <2.75, 0.72, 3.0> translate <0, 3.2, -0.45> texture { Cloth } }
  // back
  superellipsoid { <0.24, 0.22> scale <3.0, 3.0, 0.78> rotate x*11 translate <0, 5.3, 2.75> texture { Cloth } }
  superellipsoid { <0.35, 0.36> scale <2.6, 2.1, 0.62> rotate x*12 translate <0, 5.5, 1.95> texture { Cloth } }
  // arms
  #declare I = 0;
  #while (I < 2)
    #declare D = (I ? 1 : -1);
    superellipsoid { <0.30, 0.26> scale <0.62, 1.75, 3.35> translate <D * 3.45, 3.35, 0> texture { Cloth } }
    superellipsoid { <0.55, 0.35> scale <0.80, 0.42, 3.42> translate <D * 3.5, 5.0, 0> texture { Cloth } }
    object { Leg translate <D * 3.1, 0, -2.7> Wood(S(70, 42, 24), S(110, 70, 40), Satin, 3) }
    object { Leg translate <D * 3.1, 0, 2.7> Wood(S(70, 42, 24), S(110, 70, 40), Satin, 7) }
    #declare I = I + 1;
  #end
  // buttons on the back
  #declare I = 0;
  #while (I < 6)
    sphere { 0, 0.16 scale <1, 1, 0.5> translate <-1.5 + 1.5 * mod(I, 3), 4.9 + 1.3 * div(I, 3), 1.28 + 0.28 * div(I, 3)> Fabric(S(28, 84, 86), 0.05) }
    #declare I = I + 1;
  #end
  // a cushion
  superellipsoid { <0.75, 0.42> scale <1.5, 1.5, 0.55> rotate <22, 0, 18> translate <0.9, 5.0, 0.75>
    Fabric(S(214, 158, 62), 0.06) }
  rotate y*-34 translate <-8.4, 0, 4.6>
}

// The reading lamp.
union {
  cylinder { 0, y*0.35, 1.55 } torus { 1.5, 0.12 translate y*0.3 }
  cylinder { 0, y*13, 0.14 }
  sphere_sweep { cubic_spline 7, <0, 11.5, 0>, 0.13, <0, 13, 0>, 0.13, <0.25, 14.6, 0>, 0.13, <1.2, 15.4, 0>, 0.13, <2.3, 15.2, 0>, 0.13, <2.9, 14.3, 0>, 0.13, <2.9, 13.4, 0>, 0.13 }
  sphere { <0, 13, 0>, 0.28 }
  texture { Brass }
  translate <-14.6, 0, 8.9>
}
union {
  difference {
    cone { <0, 0, 0>, 2.3, <0, 2.6, 0>, 1.15 }
    cone { <0, -0.01, 0>, 2.25, <0, 2.61, 0>, 1.10 }
    pigment { S(245, 226, 190) }
    finish { diffuse 0.7 emission rgb <0.42, 0.32, 0.18> }
    normal { gradient y 0.1 scale 0.06 }
  }
  torus { 2.28, 0.05 texture { Brass } }
  torus { 1.14, 0.05 translate y*2.6 texture { Brass } }
  sphere { <0, 1.0, 0>, 0.45 pigment { rgb 1 } finish { emission rgb <2.6, 2.1, 1.4> } }
  light_source { <0, 1.0, 0> rgb <1, 0.78, 0.45>*0.75 fade_distance 5 fade_power 2
    looks_like { sphere { 0, 0.01 pigment { rgbt 1 } } } }
  translate <-11.7, 11.6, 8.9>
}

#declare Turn = y*90;
// The sideboard with doors and a drawer row.
union {
  object { Rounded(<0, 1.3, 0>, <18, 6.0, 4.4>, 0.08) Wood(S(92, 54, 30), S(146, 94, 56), Lacquer, 11) }
  #declare I = 0;
  #while (I < 4)
    object { Rounded(<0.25 + I * 4.42, 1.6, -0.12>, <4.45 + I * 4.42, 5.7, 0.3>, 0.06)
      Wood(S(100, 60, 34), S(158, 104, 64), Lacquer, <I * 9, 3, 5>) }
    sphere { <0.75 + I * 4.42 + (mod(I, 2) ? 0 : 3.2), 3.9, -0.28>, 0.17 texture { Brass } }
    #declare I = I + 1;
  #end
  #declare I = 0;
  #while (I < 4)
    cylinder { <(mod(I, 2) ? 17 : 1), 0, (I < 2 ? 0.5 : 3.8)>, <(mod(I, 2) ? 17 : 1), 1.4, (I < 2 ? 0.5 : 3.8)>, 0.22 texture { BlackPlastic } }
    #declare I = I + 1;
  #end
  translate <1.4, 0, 6.9>
}

#declare Turn = 0;
// The television.
union {
  object { Rounded(<-6.15, 0.7, 0>, <6.15, 7.75, 0.35>, 0.08) texture { BlackPlastic } }
  box { <0, 0, 0>, <1, 1, 0.01>
    pigment { image_map { png "television.png" interpolate 2 } }
    finish { diffuse 0.15 emission 0.85 specular 0.3 roughness 0.002 reflection { 0.01, 0.12 fresnel on } } interior { ior 1.4 }
    scale <12.0, 6.78, 1> translate <-6, 0.84, -0.012> }
  text { ttf "timrom.ttf" "NORDVIK" 0.02, 0 scale 0.2 translate <-0.48, 0.735, -0.02> pigment { S(190, 190, 194) } }
  object { Rounded(<-2.4, 0, -0.7>, <2.4, 0.14, 1.3>, 0.06) texture { BlackPlastic } }
  box { <-0.7, 0.1, 0.2>, <0.7, 0.9, 0.4> texture { BlackPlastic } }
  translate <11.2, 6.0, 8.9>
}

// The vase, with three dry stalks.
union {
  lathe {
    cubic_spline 11, <0.4, -0.4>, <0.52, 0>, <0.62, 0.25>, <0.98, 0.9>, <1.14, 1.6>, <1.0, 2.25>, <0.62, 2.75>, <0.44, 3.1>, <0.48, 3.35>, <0.58, 3.5>, <0.6, 3.9>
    pigment { image_map { png "vase.png" map_type 2 interpolate 2 } scale <1, 3.6, 1> rotate y*112 }
    finish { Glossy } interior { ior 1.5 }
  }
  #declare R = seed(21);
  #declare K = 0;
  #while (K < 7)
    #declare A = rand(R) * 360;
    #declare B = 0.5 + 0.75 * rand(R);
    #declare H = 2.5 + 2.2 * rand(R);
    union {
      sphere_sweep { cubic_spline 5, <0, 1, 0>, 0.03, <0, 2, 0>, 0.03, <0.15, 3.6, 0>, 0.028, <B * 0.6, 3.6 + H * 0.6, 0>, 0.02, <B, 3.6 + H, 0>, 0.02
        pigment { S(150, 118, 70) } }
      #declare J = 0;
      #while (J < 26)
        #declare T = 0.48 + 0.5 * J / 26;
        sphere { 0, 0.10 scale <0.55, 1.5, 0.55> rotate z*(-30 + 60 * mod(J, 2)) rotate y*(J * 77)
          translate <0.15 + (B - 0.15) * T + 0.09 * cos(J * 1.34), 3.6 + H * T * 0.9, 0.09 * sin(J * 1.34)>
          pigment { S(206, 170 + 3 * mod(J, 6), 112) } finish { Matte } }
        #declare J = J + 1;
      #end
      rotate y*A
    }
    #declare K = K + 1;
  #end
  translate <3.55, 6.0, 8.6>
}

// A framed print above the armchair.
union {
  difference {
    object { Rounded(<-3.2, -2.3, -0.2>, <3.2, 2.3, 0.1>, 0.08) }
    box { <-2.8, -1.9, -1>, <2.8, 1.9, -0.05> }
    Wood(S(40, 28, 20), S(70, 50, 34), Satin, 2)
  }
  box { <-2.9, -2, -0.06>, <2.9, 2, 0> pigment { S(244, 241, 232) } finish { Matte } }
  box { <-2.0, -1.25, -0.08>, <2.0, 1.25, 0>
    pigment { gradient y color_map { [0 S(196, 120, 74)] [0.3 S(196, 120, 74)] [0.3 S(224, 176, 120)] [0.46 S(224, 176, 120)] [0.46 S(138, 164, 170)] [1 S(196, 210, 208)] } scale 2.5 translate y*-1.25 warp { turbulence 0.12 } }
    finish { Matte } }
  cylinder { <0.8, 0.45, -0.081>, <0.8, 0.45, 0>, 0.36 pigment { S(214, 84, 52) } }
  translate <-8.5, 14.5, 11.35>
}
