; A function whose author promised never to pass odd numbers, as an optimising compiler leaves it.
target triple = "x86_64-unknown-linux-gnu"

define i32 @half(i32 %x) !dbg !4 {
entry:
  %odd = and i32 %x, 1
  %even = icmp eq i32 %odd, 0
  br i1 %even, label %good, label %never

good:
  %half = ashr i32 %x, 1
  ret i32 %half

never:
  unreachable, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "by hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "llvm_unreachable.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "half", scope: !1, file: !1, line: 16, type: !5, scopeLine: 16, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 17, column: 3, scope: !4)
