; expect: functions=1 globals=0 blocks=1 instructions=38 unknown=0
; Binary operations, comparisons, conversions and their flags.
define i32 @all(i32 %a, i32 %b, double %x, double %y) {
entry:
  %add = add nuw nsw i32 %a, %b
  %sub = sub nsw i32 %add, 1
  %mul = mul nuw i32 %sub, %b
  %udiv = udiv exact i32 %mul, 3
  %sdiv = sdiv i32 %udiv, -3
  %urem = urem i32 %sdiv, %b
  %srem = srem i32 %urem, %b
  %shl = shl nuw nsw i32 %srem, 2
  %lshr = lshr exact i32 %shl, 1
  %ashr = ashr i32 %lshr, 1
  %and = and i32 %ashr, 255
  %or = or disjoint i32 %and, 256
  %xor = xor i32 %or, -1
  %fneg = fneg nnan double %x
  %fadd = fadd double %fneg, %y
  %fsub = fsub nnan ninf double %fadd, 1.0
  %fmul = fmul fast double %fsub, %y
  %fdiv = fdiv arcp contract double %fmul, %y
  %frem = frem afn reassoc nsz double %fdiv, %y
  %trunc = trunc nuw nsw i32 %xor to i8
  %zext = zext nneg i8 %trunc to i64
  %sext = sext i8 %trunc to i64
  %fptrunc = fptrunc double %frem to float
  %fpext = fpext float %fptrunc to x86_fp80
  %fptoui = fptoui double %frem to i32
  %fptosi = fptosi double %frem to i32
  %uitofp = uitofp nneg i64 %zext to double
  %sitofp = sitofp i64 %sext to double
  %inttoptr = inttoptr i64 %zext to ptr
  %ptrtoint = ptrtoint ptr %inttoptr to i64
  %bitcast = bitcast i64 %ptrtoint to double
  %addrspacecast = addrspacecast ptr %inttoptr to ptr addrspace(3)
  %icmp = icmp slt i32 %fptoui, %fptosi
  %fcmp = fcmp nnan uno double %uitofp, %sitofp
  %both = and i1 %icmp, %fcmp
  %select = select i1 %both, i32 %a, i32 %b
  %freeze = freeze i32 %select
  ret i32 %freeze
}
