package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx512 implements simd with vectors of sixteen lanes and separate mask registers. It needs the
// foundation, F, and also VL for the shorter vectors that remain after folding.
type avx512 struct{ *build.Context }

func (avx512) suffix() string           { return "AVX512" }
func (avx512) lanes() int               { return 16 }
func (s avx512) vector() reg.VecVirtual { return s.ZMM() }

func (s avx512) first(count, numbers reg.Register) reg.Register {
	mask := s.K()
	s.VPCMPGTD(numbers, count, mask)
	return mask
}

func (s avx512) load(from operand.Mem, live reg.Register) reg.VecVirtual {
	v := s.ZMM()
	s.VMOVUPS_Z(from, live, v)
	return v
}

func (s avx512) store(v, live reg.Register, to operand.Mem) { s.VMOVUPS(v, live, to) }

func (s avx512) oddFromEven(from, to reg.Register) {
	odd := s.mask(0b10101010_10101010)
	s.VPSHUFD(operand.U8(0b10_10_00_00), from, odd, to)
}

func (s avx512) xor3(a reg.Register, b operand.Op, to reg.Register) {
	s.VPTERNLOGD(operand.U8(0b10010110), b, a, to) // exclusive or of three inputs
}

func (avx512) keep(v reg.VecVirtual) operand.Op { return v }

// mask returns a constant mask.
func (s avx512) mask(lanes uint16) reg.Register {
	g, k := s.GP32(), s.K()
	s.MOVL(operand.U32(lanes), g)
	s.KMOVW(g, k)
	return k
}

func (s avx512) fromBits(words operand.Mem, block int, _ operand.Mem) reg.Register {
	mask := s.K()
	s.KMOVW(words.Offset(2*block), mask)
	return mask
}

func (s avx512) greater(a reg.Register, b operand.Op, live reg.Register) reg.Register {
	mask := s.K()
	if live == nil {
		s.VPCMPGTD(b, a, mask)
	} else {
		s.VPCMPGTD(b, a, live, mask)
	}
	return mask
}

func (s avx512) blend(from, where, to reg.Register) { s.VMOVAPS(from, where, to) }

func (s avx512) jumpIfNone(a, b reg.Register, label string) {
	s.KORTESTW(a, b)
	s.JZ(operand.LabelRef(label))
}

func (s avx512) fold(v reg.VecVirtual, meet func(...operand.Op)) reg.Register {
	upper := s.ZMM()
	s.VEXTRACTF64X4(operand.U8(1), v, upper.AsY())
	meet(upper.AsY(), v.AsY(), upper.AsY())
	return avx2(s).fold(upper, meet)
}
