package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx512 has vectors of sixteen lanes; a mask is a register of its own kind. It
// needs the foundation, F, and VL for what is left of a vector that is folded.
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

func (s avx512) compare(a reg.Register, how comparison, b operand.Op, live reg.Register) reg.Register {
	mask := s.K()
	if live == nil {
		s.VCMPPS(how, b, a, mask)
	} else {
		s.VCMPPS(how, b, a, live, mask)
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
