; expect: functions=3 globals=3 blocks=1 instructions=10 unknown=0
; The pointer types of older versions.
%struct.list = type { i32, %struct.list*, i32 (i8*, ...)* }

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@head = global %struct.list* null, align 8
@print = global i32 (i8*, ...)* bitcast (i32 (i8*, ...)* @printf to i32 (i8*, ...)*), align 8

declare i32 @printf(i8* nocapture readonly, ...)
declare void @llvm.dbg.declare(metadata, metadata, metadata)

define %struct.list* @walk(%struct.list* byval(%struct.list) align 8 %l, i32 (i32)* %f, i8 addrspace(2)* %q) {
  %1 = alloca %struct.list*, align 8
  store %struct.list* %l, %struct.list** %1, align 8
  call void @llvm.dbg.declare(metadata %struct.list** %1, metadata !0, metadata !DIExpression())
  %2 = load %struct.list*, %struct.list** %1, align 8
  %3 = getelementptr inbounds %struct.list, %struct.list* %2, i32 0, i32 1
  %4 = load %struct.list*, %struct.list** %3, align 8
  %5 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str, i64 0, i64 0), i32 4)
  %6 = call i32 %f(i32 %5)
  %7 = bitcast %struct.list* %4 to i8*
  ret %struct.list* %4
}

!0 = !{}
