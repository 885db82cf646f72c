; expect: functions=1 globals=0 blocks=1 instructions=9 unknown=0
; Vectors, fixed and scalable.
define <4 x i32> @vectors(<4 x i32> %a, <4 x float> %f, <vscale x 4 x i32> %s, i32 %i) {
entry:
  %e = extractelement <4 x i32> %a, i32 %i
  %n = insertelement <4 x i32> %a, i32 %e, i64 2
  %h = shufflevector <4 x i32> %n, <4 x i32> poison, <4 x i32> <i32 3, i32 poison, i32 1, i32 0>
  %z = shufflevector <vscale x 4 x i32> %s, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %w = add <vscale x 4 x i32> %z, splat (i32 1)
  %c = fcmp olt <4 x float> %f, <float 0.0, float 1.0, float 0x7FF0000000000000, float 0.5>
  %p = select <4 x i1> %c, <4 x i32> %h, <4 x i32> zeroinitializer
  %g = getelementptr i8, <4 x ptr> zeroinitializer, <4 x i32> %p
  ret <4 x i32> %p
}
