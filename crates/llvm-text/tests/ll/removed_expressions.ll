; expect: functions=0 globals=9 blocks=0 instructions=0 unknown=0
; Constant expressions that newer versions no longer have, and the older mark of an index.
@g = global i32 0
@cmp = global i1 icmp eq (ptr @g, ptr null)
@fcmp = global i1 fcmp olt (double 0.0, double 1.0)
@choice = global i32 select (i1 icmp ne (ptr @g, ptr null), i32 1, i32 2)
@divided = global i64 udiv exact (i64 ptrtoint (ptr @g to i64), i64 4)
@extended = global i64 zext (i32 ptrtoint (ptr @g to i32) to i64)
@member = global i32 extractvalue ({ i32, i64 } { i32 1, i64 2 }, 0)
@changed = global { i32, i64 } insertvalue ({ i32, i64 } zeroinitializer, i64 2, 1)
@index = global ptr getelementptr ({ [2 x ptr] }, ptr null, i32 0, inrange i32 0, i32 1)
