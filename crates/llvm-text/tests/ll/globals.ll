; expect: functions=3 globals=13 blocks=1 instructions=1 unknown=0
; Linkage and the other properties of globals.
source_filename = "globals \C3\A9.c"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl thing"
module asm "thing:"

$group = comdat any
$protected = comdat any
$"odd name" = comdat nodeduplicate

@0 = private unnamed_addr constant [3 x i8] c"hi\00", align 1
@external = external global i32, align 4
@weak_reference = extern_weak global i32
@plain = dso_local global i32 1, align 4
@common = common dso_local global [10 x i32] zeroinitializer, align 16
@hidden = weak hidden local_unnamed_addr global i8 0, section ".data.x", comdat($group), align 1, !tag !0
@protected = protected global i8 0, comdat, !tag !0, !other !1
@thread = thread_local global i32 0, align 4
@thread_exec = internal thread_local(localexec) global i32 0
@spaced = addrspace(3) externally_initialized global i32 0, align 4
@guarded = internal global i32 0, no_sanitize_address, sanitize_address_dyninit, align 4
@"quoted \22name\22" = linkonce_odr constant i64 3, code_model "large"
@list = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"

@other = weak alias i32, ptr @plain
@inside = internal unnamed_addr alias i8, getelementptr inbounds ([10 x i32], ptr @common, i64 0, i64 1)
@indirect = ifunc i32 (), ptr @resolver

define internal ptr @resolver() unnamed_addr section ".text.r" align 16 gc "shadow-stack" prefix i32 7 !tag !0 {
  ret ptr null
}

declare !tag !1 hidden void @declared(i32, ptr) local_unnamed_addr #3

declare extern_weak x86_stdcallcc void @convention(i32 inreg)

attributes #3 = { "a" "b"="c" nounwind }

!0 = !{}
!1 = !{i32 1}
!list = !{!0, !1}

uselistorder ptr @plain, { 1, 0 }

^0 = module: (path: "x.o", hash: (0, 0, 0, 0, 0))
^1 = flags: 8
