; expect: functions=4 globals=2 blocks=2 instructions=6 unknown=0
; Constructs of versions after 19.
@f = global float f0x3F800000
@inf = global double -inf

declare i32 @callee(ptr captures(none) dead_on_return initializes((0, 4)) noundef, i32 range(i32 0, 5)) nocreateundeforpoison
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @sized() memory(argmem: readwrite, target_mem0: none)

define i64 @f2(ptr %p, i32 %x) {
  %c = icmp samesign ult i32 %x, 3
  %q = getelementptr nusw nuw i8, ptr %p, i64 4
  %a = ptrtoaddr ptr %q to i64
  br i1 %c, label %yes, label %yes

yes:
  call void @llvm.lifetime.start.p0(ptr nonnull %p)
  ret i64 %a
}
