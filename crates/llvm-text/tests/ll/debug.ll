; expect: functions=1 globals=1 blocks=1 instructions=5 unknown=0
; Debug information with records.
@counter = global i32 0, align 4, !dbg !0

define i32 @f(i32 %x) !dbg !10 {
  %1 = alloca i32, align 4, !DIAssignID !20
  store i32 %x, ptr %1, align 4, !tbaa !30
    #dbg_declare(ptr %1, !14, !DIExpression(), !16)
    #dbg_value(i32 %x, !15, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !16)
    #dbg_value(!DIArgList(i32 %x, ptr %1), !15, !DIExpression(DW_OP_LLVM_arg, 0), !16)
    #dbg_assign(i1 poison, !15, !DIExpression(), !20, ptr %1, !DIExpression(), !16)
    #dbg_label(!17, !16)
  %2 = load i32, ptr %1, align 4, !dbg !16, !tbaa !30, !range !33
  %3 = add nsw i32 %2, 1, !dbg !DILocation(line: 4, column: 9, scope: !10)
  ret i32 %3, !dbg !16
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5, !6}
!llvm.ident = !{!7}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 1, type: !9, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "debug.c", directory: "/", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!4 = !{!0}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{!"clang \22nineteen\22"}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 2, type: !11, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{!9, null, !9}
!13 = !{!14}
!14 = !DILocalVariable(name: "x", arg: 1, scope: !10, file: !3, line: 2, type: !9)
!15 = !DILocalVariable(name: "y", scope: !10, file: !3, line: 3, type: !18)
!16 = !DILocation(line: 3, column: 7, scope: !10)
!17 = !DILabel(scope: !10, name: "again", file: !3, line: 4)
!18 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", size: 32, elements: !19)
!19 = !{!21, !22, !23}
!20 = distinct !DIAssignID()
!21 = !DIEnumerator(name: "low", value: -9223372036854775808)
!22 = !DIEnumerator(name: "huge", value: 18446744073709551615, isUnsigned: true)
!23 = !DISubrange(count: !15, lowerBound: 0)
!24 = !DITemplateValueParameter(name: "n", type: !9, value: i32 7)
!25 = !GenericDINode(tag: 3, header: "some", operands: {!1, null, !2})
!26 = !{!"nested", !{!"in place", i64 1}, ptr @counter}
!30 = !{!31, !31, i64 0}
!31 = !{!"int", !32, i64 0}
!32 = !{!"Simple C/C++ TBAA"}
!33 = !{i32 0, i32 100}
