; What rustc makes of an index that is out of bounds: a call that never comes back, and nothing behind it.
target triple = "x86_64-unknown-linux-gnu"

@place = private unnamed_addr constant [4 x i8] c"a.rs"

define i32 @element(i32 %i) !dbg !4 {
start:
  %inside = icmp ult i32 %i, 4
  br i1 %inside, label %good, label %panic

good:
  %value = mul i32 %i, %i
  ret i32 %value

panic:
  call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 4, i64 4, ptr @place), !dbg !7
  unreachable
}

declare void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64, i64, ptr) noreturn

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "by hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "llvm_panic.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "element", scope: !1, file: !1, line: 14, type: !5, scopeLine: 14, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 17, column: 3, scope: !4)
