; One value for all elements of a vector; the address of an element.
target triple = "x86_64-pc-linux-gnu"
@g = global <4 x i32> splat (i32 7)
define i32 @main() {
  %v = load <4 x i32>, ptr @g
  %r = extractelement <4 x i32> %v, i32 3
  %p = getelementptr <4 x i32>, ptr @g, i64 0, i64 2
  %q = load i32, ptr %p
  %s = add i32 %r, %q
  ret i32 %s
}
