; expect: functions=10 globals=1 blocks=1 instructions=15 unknown=0
; Calls with every kind of decoration.
%struct.big = type { [20 x i32] }

@handler = global ptr null

declare i32 @printf(ptr noundef, ...) #0
declare void @abort() #1
declare noundef zeroext i1 @flag(i8 noundef signext, ptr nocapture nonnull readonly align 8 dereferenceable(16))
declare void @returns(ptr dead_on_unwind writable sret(%struct.big) align 4, ptr noundef byval(%struct.big) align 8)
declare fastcc float @fast(float)
declare noalias ptr @sized(i64) allocsize(0) allockind("alloc,uninitialized")
declare ptr @llvm.stacksave.p0()
declare void @llvm.assume(i1 noundef)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

define i32 @caller(ptr %f, ptr %b) personality ptr @printf {
  %1 = call i32 (ptr, ...) @printf(ptr noundef %b, i32 noundef 3, double 1.5) #2
  %2 = tail call zeroext i1 @flag(i8 signext -3, ptr nonnull align 8 dereferenceable(16) %b)
  call void @returns(ptr sret(%struct.big) align 4 %b, ptr byval(%struct.big) align 8 %b)
  %3 = notail call fast fastcc float @fast(float nofpclass(nan inf) 1.0)
  %4 = call noalias ptr @llvm.stacksave.p0()
  %5 = call i32 %f(i32 range(i32 0, 10) 4, ptr null)
  call void asm sideeffect inteldialect "nop", "~{memory},~{flags}"() #2
  %6 = call i32 asm "mov $1, $0", "=r,r"(i32 %5)
  call void @llvm.assume(i1 true) [ "align"(ptr %b, i64 8), "nonnull"(ptr %b) ]
  %7 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %6, i32 1)
  %8 = load ptr, ptr @handler, align 8
  call void %8() "key"="value" nounwind
  %9 = va_arg ptr %b, i32
  call void @abort() #1
  unreachable
}

attributes #0 = { nounwind "frame-pointer"="all" alignstack=16 }
attributes #1 = { noreturn nounwind memory(none) }
attributes #2 = { nobuiltin }
