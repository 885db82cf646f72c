; expect: functions=2 globals=30 blocks=2 instructions=4 unknown=0
; Every form of constant, and the expressions of version 19.
%struct.pair = type { i32, ptr }

@int = global i32 -7
@byte = global i8 -1
@bool = global i1 true
@wide = global i200 1606938044258990275541962092341162602522202993782792835301375
@text = constant [6 x i8] c"a\22\5C\0A\FF\00"
@empty = constant [0 x i8] zeroinitializer
@array = global [3 x i16] [i16 1, i16 2, i16 3]
@nested = global [2 x [2 x i8]] [[2 x i8] c"ab", [2 x i8] zeroinitializer]
@pair = global %struct.pair { i32 1, ptr @int }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@vector = global <4 x i32> <i32 0, i32 1, i32 2, i32 3>
@same = global <4 x i32> splat (i32 9)
@nothing = global ptr null
@undefined = global i32 undef
@poisoned = global i32 poison
@half = global half 0xH3C00
@brain = global bfloat 0xR3F80
@single = global float 0x3FB99999A0000000
@double = global double 1.250000e+00
@extended = global x86_fp80 0xK3FFF8000000000000000
@quad = global fp128 0xL00000000000000003FFF000000000000
@pairs = global ppc_fp128 0xM3FF00000000000000000000000000000
@element = global ptr getelementptr inbounds ([3 x i16], ptr @array, i64 0, i64 2)
@ranged = global ptr getelementptr inbounds nuw inrange(-8, 16) (i8, ptr @array, i64 4)
@difference = global i64 sub nuw (i64 ptrtoint (ptr @array to i64), i64 ptrtoint (ptr @int to i64))
@narrowed = global i32 trunc (i64 ptrtoint (ptr @array to i64) to i32)
@number = global ptr inttoptr (i64 4096 to ptr)
@space = global ptr addrspace(1) addrspacecast (ptr @int to ptr addrspace(1))
@label = global ptr blockaddress(@jump, %there)
@equivalent = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @jump to i64), i64 ptrtoint (ptr no_cfi @jump to i64)) to i32)

define i64 @jump(i64 %x) {
  %1 = add i64 %x, ptrtoint (ptr @int to i64)
  br label %there

there:
  %2 = xor i64 %1, -1
  ret i64 %2
}

declare void @outside(ptr)
