; expect: functions=3 globals=1 blocks=15 instructions=21 unknown=0
; Terminators, phis and numbering of blocks.
@table = internal constant [2 x ptr] [ptr blockaddress(@control, %one), ptr blockaddress(@control, %two)]

define i32 @control(i32 %x, ptr %to) {
entry:
  %odd = trunc i32 %x to i1
  br i1 %odd, label %one, label %pick

pick:
  switch i32 %x, label %two [
    i32 0, label %one
    i32 -5, label %two
    i32 7, label %jump
  ]

jump:
  indirectbr ptr %to, [label %one, label %two]

one:
  %v = phi i32 [ 1, %entry ], [ %x, %pick ], [ 3, %jump ]
  br label %"end of it"

two:
  br label %"end of it"

"end of it":
  %r = phi i32 [ %v, %one ], [ undef, %two ]
  ret i32 %r
}

define i32 @numbered(i32, i32 %named, ptr) {
  %3 = icmp eq i32 %0, %named
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = load i32, ptr %1, align 4
  br label %7

6:                                                ; preds = %2
  switch i32 %0, label %7 [
  ]

7:                                                ; preds = %6, %4
  %8 = phi i32 [ %5, %4 ], [ 0, %6 ]
  ret i32 %8
}

define void @assembler(i32 %x) {
entry:
  callbr void asm sideeffect "jmp ${1:l}", "r,!i,~{dirflag}"(i32 %x) #0
          to label %next [label %out]

next:
  br label %more

more:
  br label %last

last:
  unreachable

out:
  ret void
}

attributes #0 = { nounwind }
