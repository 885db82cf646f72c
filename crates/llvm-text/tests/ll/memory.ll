; expect: functions=1 globals=1 blocks=1 instructions=23 unknown=0
; Memory, atomics and aggregates.
%struct.node = type { i32, [4 x %struct.node.inner], ptr }
%struct.node.inner = type <{ i8, i64 }>
%struct.hidden = type opaque

@root = global %struct.node zeroinitializer, align 8

define i32 @memory(ptr %p, i64 %n) {
  %1 = alloca i32, align 4
  %2 = alloca i8, i64 %n, align 16
  %3 = alloca %struct.node, align 8
  store i32 5, ptr %1, align 4
  store volatile i8 0, ptr %2, align 1
  store atomic i32 1, ptr %p release, align 4
  %4 = load i32, ptr %1, align 4
  %5 = load volatile i8, ptr %2, align 1
  %6 = load atomic volatile i32, ptr %p syncscope("singlethread") seq_cst, align 4
  fence syncscope("agent") acq_rel
  fence seq_cst
  %7 = cmpxchg weak volatile ptr %p, i32 %4, i32 %6 acq_rel monotonic, align 4
  %8 = extractvalue { i32, i1 } %7, 1
  %9 = atomicrmw volatile add ptr %p, i32 1 monotonic, align 4
  %10 = atomicrmw umax ptr %p, i32 7 syncscope("agent") seq_cst, align 4
  %11 = getelementptr inbounds nuw %struct.node, ptr %3, i32 0, i32 1, i64 2, i32 1
  %12 = load i64, ptr %11, align 1
  %13 = getelementptr i8, ptr %p, i64 %12
  %14 = load i8, ptr %13, align 1
  %15 = insertvalue { i32, { i8, i16 } } poison, i8 %14, 1, 0
  %16 = extractvalue { i32, { i8, i16 } } %15, 1, 0
  %17 = zext i8 %16 to i32
  ret i32 %17
}
