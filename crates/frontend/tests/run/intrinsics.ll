; Intrinsics that C rarely reaches: `main` returns the number of the first wrong one.
target triple = "x86_64-pc-linux-gnu"

@wrong = internal global i32 0

define internal void @expect(i1 %good, i32 %number) {
  %old = load i32, ptr @wrong
  %first = icmp eq i32 %old, 0
  %bad = xor i1 %good, true
  %report = and i1 %first, %bad
  %new = select i1 %report, i32 %number, i32 %old
  store i32 %new, ptr @wrong
  ret void
}

define i32 @main() {
  %v0 = call double @llvm.ldexp.f64.i32(double 0x3FF0000000000000, i32 3)
  %b0 = bitcast double %v0 to i64
  %c0 = icmp eq i64 %b0, 4620693217682128896
  call void @expect(i1 %c0, i32 1)
  %v1 = call double @llvm.ldexp.f64.i32(double 0x3FF8000000000000, i32 -1074)
  %b1 = bitcast double %v1 to i64
  %c1 = icmp eq i64 %b1, 2
  call void @expect(i1 %c1, i32 2)
  %v2 = call double @llvm.ldexp.f64.i32(double 0x0000000000000001, i32 2000)
  %b2 = bitcast double %v2 to i64
  %c2 = icmp eq i64 %b2, 8777515673745096704
  call void @expect(i1 %c2, i32 3)
  %v3 = call double @llvm.ldexp.f64.i32(double 0x3FF0000000000000, i32 5000)
  %b3 = bitcast double %v3 to i64
  %c3 = icmp eq i64 %b3, 9218868437227405312
  call void @expect(i1 %c3, i32 4)
  %v4 = call double @llvm.ldexp.f64.i32(double 0xBFF0000000000000, i32 -5000)
  %b4 = bitcast double %v4 to i64
  %c4 = icmp eq i64 %b4, -9223372036854775808
  call void @expect(i1 %c4, i32 5)
  %v5 = call double @llvm.ldexp.f64.i32(double 0x4008000000000000, i32 -1075)
  %b5 = bitcast double %v5 to i64
  %c5 = icmp eq i64 %b5, 2
  call void @expect(i1 %c5, i32 6)
  %v6 = call double @llvm.ldexp.f64.i32(double 0x0000000000000000, i32 77)
  %b6 = bitcast double %v6 to i64
  %c6 = icmp eq i64 %b6, 0
  call void @expect(i1 %c6, i32 7)
  %v7 = call double @llvm.ldexp.f64.i32(double 0x4004000000000000, i32 2147483647)
  %b7 = bitcast double %v7 to i64
  %c7 = icmp eq i64 %b7, 9218868437227405312
  call void @expect(i1 %c7, i32 8)
  %v8 = call double @llvm.ldexp.f64.i32(double 0x3FF4000000000000, i32 -2147483648)
  %b8 = bitcast double %v8 to i64
  %c8 = icmp eq i64 %b8, 0
  call void @expect(i1 %c8, i32 9)
  %v9 = call double @llvm.ldexp.f64.i32(double 0x3FFC000000000000, i32 1000)
  %b9 = bitcast double %v9 to i64
  %c9 = icmp eq i64 %b9, 9114159745891041280
  call void @expect(i1 %c9, i32 10)
  %v10 = call double @llvm.ldexp.f64.i32(double 0xBFFC000000000000, i32 -1022)
  %b10 = bitcast double %v10 to i64
  %c10 = icmp eq i64 %b10, -9215490737506877440
  call void @expect(i1 %c10, i32 11)
  %v11 = call i8 @llvm.fptosi.sat.i8.f64(double 0x41CDCD6500000000)
  %c11 = icmp eq i8 %v11, 127
  call void @expect(i1 %c11, i32 12)
  %v12 = call i8 @llvm.fptosi.sat.i8.f64(double 0xC1CDCD6500000000)
  %c12 = icmp eq i8 %v12, -128
  call void @expect(i1 %c12, i32 13)
  %v13 = call i8 @llvm.fptosi.sat.i8.f64(double 0xC00D99999999999A)
  %c13 = icmp eq i8 %v13, -3
  call void @expect(i1 %c13, i32 14)
  %v14 = call i8 @llvm.fptosi.sat.i8.f64(double 0x405FF9999999999A)
  %c14 = icmp eq i8 %v14, 127
  call void @expect(i1 %c14, i32 15)
  %v15 = call i8 @llvm.fptosi.sat.i8.f64(double 0x7FF8000000000000)
  %c15 = icmp eq i8 %v15, 0
  call void @expect(i1 %c15, i32 16)
  %v16 = call i8 @llvm.fptoui.sat.i8.f64(double 0xC014000000000000)
  %c16 = icmp eq i8 %v16, 0
  call void @expect(i1 %c16, i32 17)
  %v17 = call i8 @llvm.fptoui.sat.i8.f64(double 0x4072C00000000000)
  %c17 = icmp eq i8 %v17, -1
  call void @expect(i1 %c17, i32 18)
  %v18 = call i8 @llvm.fptoui.sat.i8.f64(double 0x406FF00000000000)
  %c18 = icmp eq i8 %v18, -1
  call void @expect(i1 %c18, i32 19)
  %v19 = call i8 @llvm.fptoui.sat.i8.f64(double 0xBFE0000000000000)
  %c19 = icmp eq i8 %v19, 0
  call void @expect(i1 %c19, i32 20)
  %v20 = call i8 @llvm.fptoui.sat.i8.f64(double 0x406FDCCCCCCCCCCD)
  %c20 = icmp eq i8 %v20, -2
  call void @expect(i1 %c20, i32 21)
  %v21 = call double @llvm.minimum.f64(double 0x0000000000000000, double 0x8000000000000000)
  %b21 = bitcast double %v21 to i64
  %c21 = icmp eq i64 %b21, -9223372036854775808
  call void @expect(i1 %c21, i32 22)
  %v22 = call double @llvm.minimum.f64(double 0x8000000000000000, double 0x0000000000000000)
  %b22 = bitcast double %v22 to i64
  %c22 = icmp eq i64 %b22, -9223372036854775808
  call void @expect(i1 %c22, i32 23)
  %v23 = call double @llvm.maximum.f64(double 0x8000000000000000, double 0x0000000000000000)
  %b23 = bitcast double %v23 to i64
  %c23 = icmp eq i64 %b23, 0
  call void @expect(i1 %c23, i32 24)
  %v24 = call double @llvm.maximum.f64(double 0x0000000000000000, double 0x8000000000000000)
  %b24 = bitcast double %v24 to i64
  %c24 = icmp eq i64 %b24, 0
  call void @expect(i1 %c24, i32 25)
  %v25 = call double @llvm.minnum.f64(double 0x7FF8000000000000, double 0x4000000000000000)
  %b25 = bitcast double %v25 to i64
  %c25 = icmp eq i64 %b25, 4611686018427387904
  call void @expect(i1 %c25, i32 26)
  %v26 = call double @llvm.maxnum.f64(double 0x4000000000000000, double 0x7FF8000000000000)
  %b26 = bitcast double %v26 to i64
  %c26 = icmp eq i64 %b26, 4611686018427387904
  call void @expect(i1 %c26, i32 27)
  %v27 = call double @llvm.minimumnum.f64(double 0x4008000000000000, double 0xC010000000000000)
  %b27 = bitcast double %v27 to i64
  %c27 = icmp eq i64 %b27, -4607182418800017408
  call void @expect(i1 %c27, i32 28)
  %v28 = call double @llvm.copysign.f64(double 0x4008000000000000, double 0xBFF0000000000000)
  %b28 = bitcast double %v28 to i64
  %c28 = icmp eq i64 %b28, -4609434218613702656
  call void @expect(i1 %c28, i32 29)
  %v29 = call double @llvm.roundeven.f64(double 0x4004000000000000)
  %b29 = bitcast double %v29 to i64
  %c29 = icmp eq i64 %b29, 4611686018427387904
  call void @expect(i1 %c29, i32 30)
  %v30 = call double @llvm.round.f64(double 0x4004000000000000)
  %b30 = bitcast double %v30 to i64
  %c30 = icmp eq i64 %b30, 4613937818241073152
  call void @expect(i1 %c30, i32 31)
  %v31 = call double @llvm.round.f64(double 0xC004000000000000)
  %b31 = bitcast double %v31 to i64
  %c31 = icmp eq i64 %b31, -4609434218613702656
  call void @expect(i1 %c31, i32 32)
  %v32 = call double @llvm.floor.f64(double 0xBFF8000000000000)
  %b32 = bitcast double %v32 to i64
  %c32 = icmp eq i64 %b32, -4611686018427387904
  call void @expect(i1 %c32, i32 33)
  %v33 = call double @llvm.trunc.f64(double 0xBFF8000000000000)
  %b33 = bitcast double %v33 to i64
  %c33 = icmp eq i64 %b33, -4616189618054758400
  call void @expect(i1 %c33, i32 34)
  %v34 = call double @llvm.rint.f64(double 0x400C000000000000)
  %b34 = bitcast double %v34 to i64
  %c34 = icmp eq i64 %b34, 4616189618054758400
  call void @expect(i1 %c34, i32 35)
  %v35 = call double @llvm.sqrt.f64(double 0x4002000000000000)
  %b35 = bitcast double %v35 to i64
  %c35 = icmp eq i64 %b35, 4609434218613702656
  call void @expect(i1 %c35, i32 36)
  %v36 = call double @llvm.fabs.f64(double 0x8000000000000000)
  %b36 = bitcast double %v36 to i64
  %c36 = icmp eq i64 %b36, 0
  call void @expect(i1 %c36, i32 37)
  %v37 = call i64 @llvm.lrint.i64.f64(double 0x4004000000000000)
  %c37 = icmp eq i64 %v37, 2
  call void @expect(i1 %c37, i32 38)
  %v38 = call i64 @llvm.lround.i64.f64(double 0xC004000000000000)
  %c38 = icmp eq i64 %v38, -3
  call void @expect(i1 %c38, i32 39)
  %v39 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 2)
  %c39 = icmp eq i1 %v39, true
  call void @expect(i1 %c39, i32 40)
  %v40 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 4)
  %c40 = icmp eq i1 %v40, false
  call void @expect(i1 %c40, i32 41)
  %v41 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 8)
  %c41 = icmp eq i1 %v41, false
  call void @expect(i1 %c41, i32 42)
  %v42 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 16)
  %c42 = icmp eq i1 %v42, false
  call void @expect(i1 %c42, i32 43)
  %v43 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 32)
  %c43 = icmp eq i1 %v43, false
  call void @expect(i1 %c43, i32 44)
  %v44 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 64)
  %c44 = icmp eq i1 %v44, false
  call void @expect(i1 %c44, i32 45)
  %v45 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 128)
  %c45 = icmp eq i1 %v45, false
  call void @expect(i1 %c45, i32 46)
  %v46 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 256)
  %c46 = icmp eq i1 %v46, false
  call void @expect(i1 %c46, i32 47)
  %v47 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 512)
  %c47 = icmp eq i1 %v47, false
  call void @expect(i1 %c47, i32 48)
  %v48 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 2)
  %c48 = icmp eq i1 %v48, false
  call void @expect(i1 %c48, i32 49)
  %v49 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 4)
  %c49 = icmp eq i1 %v49, true
  call void @expect(i1 %c49, i32 50)
  %v50 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 8)
  %c50 = icmp eq i1 %v50, false
  call void @expect(i1 %c50, i32 51)
  %v51 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 16)
  %c51 = icmp eq i1 %v51, false
  call void @expect(i1 %c51, i32 52)
  %v52 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 32)
  %c52 = icmp eq i1 %v52, false
  call void @expect(i1 %c52, i32 53)
  %v53 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 64)
  %c53 = icmp eq i1 %v53, false
  call void @expect(i1 %c53, i32 54)
  %v54 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 128)
  %c54 = icmp eq i1 %v54, false
  call void @expect(i1 %c54, i32 55)
  %v55 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 256)
  %c55 = icmp eq i1 %v55, false
  call void @expect(i1 %c55, i32 56)
  %v56 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 512)
  %c56 = icmp eq i1 %v56, false
  call void @expect(i1 %c56, i32 57)
  %v57 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 2)
  %c57 = icmp eq i1 %v57, false
  call void @expect(i1 %c57, i32 58)
  %v58 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 4)
  %c58 = icmp eq i1 %v58, false
  call void @expect(i1 %c58, i32 59)
  %v59 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 8)
  %c59 = icmp eq i1 %v59, true
  call void @expect(i1 %c59, i32 60)
  %v60 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 16)
  %c60 = icmp eq i1 %v60, false
  call void @expect(i1 %c60, i32 61)
  %v61 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 32)
  %c61 = icmp eq i1 %v61, false
  call void @expect(i1 %c61, i32 62)
  %v62 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 64)
  %c62 = icmp eq i1 %v62, false
  call void @expect(i1 %c62, i32 63)
  %v63 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 128)
  %c63 = icmp eq i1 %v63, false
  call void @expect(i1 %c63, i32 64)
  %v64 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 256)
  %c64 = icmp eq i1 %v64, false
  call void @expect(i1 %c64, i32 65)
  %v65 = call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 512)
  %c65 = icmp eq i1 %v65, false
  call void @expect(i1 %c65, i32 66)
  %v66 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 2)
  %c66 = icmp eq i1 %v66, false
  call void @expect(i1 %c66, i32 67)
  %v67 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 4)
  %c67 = icmp eq i1 %v67, false
  call void @expect(i1 %c67, i32 68)
  %v68 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 8)
  %c68 = icmp eq i1 %v68, false
  call void @expect(i1 %c68, i32 69)
  %v69 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 16)
  %c69 = icmp eq i1 %v69, true
  call void @expect(i1 %c69, i32 70)
  %v70 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 32)
  %c70 = icmp eq i1 %v70, false
  call void @expect(i1 %c70, i32 71)
  %v71 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 64)
  %c71 = icmp eq i1 %v71, false
  call void @expect(i1 %c71, i32 72)
  %v72 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 128)
  %c72 = icmp eq i1 %v72, false
  call void @expect(i1 %c72, i32 73)
  %v73 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 256)
  %c73 = icmp eq i1 %v73, false
  call void @expect(i1 %c73, i32 74)
  %v74 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 512)
  %c74 = icmp eq i1 %v74, false
  call void @expect(i1 %c74, i32 75)
  %v75 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 2)
  %c75 = icmp eq i1 %v75, false
  call void @expect(i1 %c75, i32 76)
  %v76 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 4)
  %c76 = icmp eq i1 %v76, false
  call void @expect(i1 %c76, i32 77)
  %v77 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 8)
  %c77 = icmp eq i1 %v77, false
  call void @expect(i1 %c77, i32 78)
  %v78 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 16)
  %c78 = icmp eq i1 %v78, false
  call void @expect(i1 %c78, i32 79)
  %v79 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 32)
  %c79 = icmp eq i1 %v79, true
  call void @expect(i1 %c79, i32 80)
  %v80 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 64)
  %c80 = icmp eq i1 %v80, false
  call void @expect(i1 %c80, i32 81)
  %v81 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 128)
  %c81 = icmp eq i1 %v81, false
  call void @expect(i1 %c81, i32 82)
  %v82 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 256)
  %c82 = icmp eq i1 %v82, false
  call void @expect(i1 %c82, i32 83)
  %v83 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 512)
  %c83 = icmp eq i1 %v83, false
  call void @expect(i1 %c83, i32 84)
  %v84 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 2)
  %c84 = icmp eq i1 %v84, false
  call void @expect(i1 %c84, i32 85)
  %v85 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 4)
  %c85 = icmp eq i1 %v85, false
  call void @expect(i1 %c85, i32 86)
  %v86 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 8)
  %c86 = icmp eq i1 %v86, false
  call void @expect(i1 %c86, i32 87)
  %v87 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 16)
  %c87 = icmp eq i1 %v87, false
  call void @expect(i1 %c87, i32 88)
  %v88 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 32)
  %c88 = icmp eq i1 %v88, false
  call void @expect(i1 %c88, i32 89)
  %v89 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 64)
  %c89 = icmp eq i1 %v89, true
  call void @expect(i1 %c89, i32 90)
  %v90 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 128)
  %c90 = icmp eq i1 %v90, false
  call void @expect(i1 %c90, i32 91)
  %v91 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 256)
  %c91 = icmp eq i1 %v91, false
  call void @expect(i1 %c91, i32 92)
  %v92 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 512)
  %c92 = icmp eq i1 %v92, false
  call void @expect(i1 %c92, i32 93)
  %v93 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 2)
  %c93 = icmp eq i1 %v93, false
  call void @expect(i1 %c93, i32 94)
  %v94 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 4)
  %c94 = icmp eq i1 %v94, false
  call void @expect(i1 %c94, i32 95)
  %v95 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 8)
  %c95 = icmp eq i1 %v95, false
  call void @expect(i1 %c95, i32 96)
  %v96 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 16)
  %c96 = icmp eq i1 %v96, false
  call void @expect(i1 %c96, i32 97)
  %v97 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 32)
  %c97 = icmp eq i1 %v97, false
  call void @expect(i1 %c97, i32 98)
  %v98 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 64)
  %c98 = icmp eq i1 %v98, false
  call void @expect(i1 %c98, i32 99)
  %v99 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 128)
  %c99 = icmp eq i1 %v99, true
  call void @expect(i1 %c99, i32 100)
  %v100 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 256)
  %c100 = icmp eq i1 %v100, false
  call void @expect(i1 %c100, i32 101)
  %v101 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 512)
  %c101 = icmp eq i1 %v101, false
  call void @expect(i1 %c101, i32 102)
  %v102 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 2)
  %c102 = icmp eq i1 %v102, false
  call void @expect(i1 %c102, i32 103)
  %v103 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 4)
  %c103 = icmp eq i1 %v103, false
  call void @expect(i1 %c103, i32 104)
  %v104 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 8)
  %c104 = icmp eq i1 %v104, false
  call void @expect(i1 %c104, i32 105)
  %v105 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 16)
  %c105 = icmp eq i1 %v105, false
  call void @expect(i1 %c105, i32 106)
  %v106 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 32)
  %c106 = icmp eq i1 %v106, false
  call void @expect(i1 %c106, i32 107)
  %v107 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 64)
  %c107 = icmp eq i1 %v107, false
  call void @expect(i1 %c107, i32 108)
  %v108 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 128)
  %c108 = icmp eq i1 %v108, false
  call void @expect(i1 %c108, i32 109)
  %v109 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 256)
  %c109 = icmp eq i1 %v109, true
  call void @expect(i1 %c109, i32 110)
  %v110 = call i1 @llvm.is.fpclass.f64(double 0x4000000000000000, i32 512)
  %c110 = icmp eq i1 %v110, false
  call void @expect(i1 %c110, i32 111)
  %v111 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 2)
  %c111 = icmp eq i1 %v111, false
  call void @expect(i1 %c111, i32 112)
  %v112 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 4)
  %c112 = icmp eq i1 %v112, false
  call void @expect(i1 %c112, i32 113)
  %v113 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 8)
  %c113 = icmp eq i1 %v113, false
  call void @expect(i1 %c113, i32 114)
  %v114 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 16)
  %c114 = icmp eq i1 %v114, false
  call void @expect(i1 %c114, i32 115)
  %v115 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 32)
  %c115 = icmp eq i1 %v115, false
  call void @expect(i1 %c115, i32 116)
  %v116 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 64)
  %c116 = icmp eq i1 %v116, false
  call void @expect(i1 %c116, i32 117)
  %v117 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 128)
  %c117 = icmp eq i1 %v117, false
  call void @expect(i1 %c117, i32 118)
  %v118 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 256)
  %c118 = icmp eq i1 %v118, false
  call void @expect(i1 %c118, i32 119)
  %v119 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 512)
  %c119 = icmp eq i1 %v119, true
  call void @expect(i1 %c119, i32 120)
  %v120 = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 0x0000000000000001, metadata !"round.upward", metadata !"fpexcept.ignore")
  %b120 = bitcast double %v120 to i64
  %c120 = icmp eq i64 %b120, 4607182418800017409
  call void @expect(i1 %c120, i32 121)
  %v121 = call double @llvm.experimental.constrained.fsub.f64(double 1.0, double 0x0000000000000001, metadata !"round.towardzero", metadata !"fpexcept.ignore")
  %b121 = bitcast double %v121 to i64
  %c121 = icmp eq i64 %b121, 4607182418800017407
  call void @expect(i1 %c121, i32 122)
  %v122 = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 0x0000000000000001, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %b122 = bitcast double %v122 to i64
  %c122 = icmp eq i64 %b122, 4607182418800017408
  call void @expect(i1 %c122, i32 123)
  %v123 = call i1 @llvm.experimental.constrained.fcmp.f64(double 1.0, double 2.0, metadata !"olt", metadata !"fpexcept.ignore")
  %c123 = icmp eq i1 %v123, true
  call void @expect(i1 %c123, i32 124)
  %v124 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 -10>)
  %c124 = icmp eq i32 %v124, -4
  call void @expect(i1 %c124, i32 125)
  %v125 = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 -10>)
  %c125 = icmp eq i32 %v125, -10
  call void @expect(i1 %c125, i32 126)
  %v126 = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 -10>)
  %c126 = icmp eq i32 %v126, -10
  call void @expect(i1 %c126, i32 127)
  %v127 = call double @llvm.vector.reduce.fadd.v2f64(double 0.5, <2 x double> <double 1.0, double 2.0>)
  %b127 = bitcast double %v127 to i64
  %c127 = icmp eq i64 %b127, 4615063718147915776
  call void @expect(i1 %c127, i32 128)
  %v128 = call double @llvm.vector.reduce.fmax.v2f64(<2 x double> <double 1.0, double 2.0>)
  %b128 = bitcast double %v128 to i64
  %c128 = icmp eq i64 %b128, 4611686018427387904
  call void @expect(i1 %c128, i32 129)
  %v129 = call i8 @llvm.scmp.i8.i32(i32 -1, i32 1)
  %c129 = icmp eq i8 %v129, -1
  call void @expect(i1 %c129, i32 130)
  %v130 = call i8 @llvm.ucmp.i8.i32(i32 -1, i32 1)
  %c130 = icmp eq i8 %v130, 1
  call void @expect(i1 %c130, i32 131)
  %v131 = call i8 @llvm.ucmp.i8.i32(i32 7, i32 7)
  %c131 = icmp eq i8 %v131, 0
  call void @expect(i1 %c131, i32 132)
  %v132 = call i16 @llvm.convert.to.fp16.f32(float 1.5)
  %c132 = icmp eq i16 %v132, 15872
  call void @expect(i1 %c132, i32 133)
  %v133 = call i32 @llvm.get.rounding()
  %c133 = icmp eq i32 %v133, 1
  call void @expect(i1 %c133, i32 134)
  %p134 = call { double, i32 } @llvm.frexp.f64.i32(double 0x4020000000000000)
  %m134 = extractvalue { double, i32 } %p134, 0
  %e134 = extractvalue { double, i32 } %p134, 1
  %f134 = fcmp oeq double %m134, 0x3FE0000000000000
  %g134 = icmp eq i32 %e134, 4
  call void @expect(i1 %f134, i32 135)
  call void @expect(i1 %g134, i32 136)
  %p136 = call { double, i32 } @llvm.frexp.f64.i32(double 0xC008000000000000)
  %m136 = extractvalue { double, i32 } %p136, 0
  %e136 = extractvalue { double, i32 } %p136, 1
  %f136 = fcmp oeq double %m136, 0xBFE8000000000000
  %g136 = icmp eq i32 %e136, 2
  call void @expect(i1 %f136, i32 137)
  call void @expect(i1 %g136, i32 138)
  %p138 = call { double, i32 } @llvm.frexp.f64.i32(double 0x0000000000000001)
  %m138 = extractvalue { double, i32 } %p138, 0
  %e138 = extractvalue { double, i32 } %p138, 1
  %f138 = fcmp oeq double %m138, 0x3FE0000000000000
  %g138 = icmp eq i32 %e138, -1073
  call void @expect(i1 %f138, i32 139)
  call void @expect(i1 %g138, i32 140)
  %p140 = call { double, i32 } @llvm.frexp.f64.i32(double 0x0000000000000000)
  %m140 = extractvalue { double, i32 } %p140, 0
  %e140 = extractvalue { double, i32 } %p140, 1
  %f140 = fcmp oeq double %m140, 0x0000000000000000
  %g140 = icmp eq i32 %e140, 0
  call void @expect(i1 %f140, i32 141)
  call void @expect(i1 %g140, i32 142)
  %result = load i32, ptr @wrong
  ret i32 %result
}

declare double @llvm.copysign.f64(double, double)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fsub.f64(double, double, metadata, metadata)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ldexp.f64.i32(double, i32)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.minimumnum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.rint.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)
declare double @llvm.vector.reduce.fmax.v2f64(<2 x double>)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i16 @llvm.convert.to.fp16.f32(float)
declare i32 @llvm.get.rounding()
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i64 @llvm.lrint.i64.f64(double)
declare i64 @llvm.lround.i64.f64(double)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare i8 @llvm.ucmp.i8.i32(i32, i32)
declare { double, i32 } @llvm.frexp.f64.i32(double)
