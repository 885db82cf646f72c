; expect: functions=7 globals=1 blocks=14 instructions=24 unknown=0
; Exceptions of both families.
@type = external constant ptr

declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare void @cleanup(ptr)

define i32 @landing() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw()
          to label %done unwind label %pad

done:
  ret i32 0

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
          catch ptr @type
          catch ptr null
          filter [1 x ptr] [ptr @type]
  %selector = extractvalue { ptr, i32 } %caught, 1
  %wanted = call i32 @llvm.eh.typeid.for.p0(ptr @type)
  %match = icmp eq i32 %selector, %wanted
  br i1 %match, label %handle, label %on

handle:
  ret i32 1

on:
  resume { ptr, i32 } %caught
}

define i32 @funclets(ptr %p) personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw()
          to label %first unwind label %dispatch

first:
  invoke void @may_throw() [ "deopt"(i32 1) ]
          to label %done unwind label %clean

done:
  ret i32 0

clean:
  %c = cleanuppad within none []
  call void @cleanup(ptr %p) [ "funclet"(token %c) ]
  cleanupret from %c unwind label %dispatch

dispatch:
  %s = catchswitch within none [label %int, label %any] unwind to caller

int:
  %i = catchpad within %s [ptr @type, i32 0, ptr %p]
  %v = load i32, ptr %p, align 4
  catchret from %i to label %out

any:
  %a = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %a to label %out

out:
  ret i32 1

last:
  %d = cleanuppad within none [i32 1]
  cleanupret from %d unwind to caller
}
