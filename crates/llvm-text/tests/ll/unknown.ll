; expect: functions=1 globals=1 blocks=3 instructions=10 unknown=4
; What no version has yet: instructions, constants, attributes, metadata.
@strange = global i32 futureexpr (i32 1, (i32 2))

define i32 @f(i32 newattr newarg(1, 2) newtype(i32) %x) newfn(a b) #0 {
entry:
  %1 = frobnicate i32 %x, 7, !dbg !0
  %2 = add newflag i32 %1, 1
  novalue i32 %x [
    i32 1, label %a
  ], !prof !0
  %3 = add i32 %2, 1, !newkind !NewNode(strange: NewFlag | Other, list: {!0}, n: -1)
  br label %a

a:
  %4 = call i32 @f(i32 newattr %3) newcallattr
  br label %b

b:
  %5 = mul i32 %4, %4
  ret i32 %5, but not only
  ret i32 %5
}

attributes #0 = { brandnew another(thing, 7) "new"="yes" level=3 }

!0 = !NewNode()
!1 = distinct !NewNode(a: !0, b: "s", c: 0x7FF, d: (1, 2), e: 1.5)
