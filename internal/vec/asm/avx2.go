package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 implements simd with vectors of eight lanes. A mask is a vector whose lanes are all ones or
// all zeros.
type avx2 struct{ *build.Context }

func (avx2) suffix() string           { return "AVX2" }
func (avx2) lanes() int               { return 8 }
func (s avx2) vector() reg.VecVirtual { return s.YMM() }

func (s avx2) first(count, numbers reg.Register) reg.Register {
	mask := s.YMM()
	s.VPCMPGTD(numbers, count, mask)
	return mask
}

func (s avx2) load(from operand.Mem, live reg.Register) reg.VecVirtual {
	v := s.YMM()
	s.VMASKMOVPS(from, live, v)
	return v
}

func (s avx2) store(v, live reg.Register, to operand.Mem) { s.VMASKMOVPS(v, live, to) }

func (s avx2) oddFromEven(from, to reg.Register) {
	left := s.YMM()
	s.VPSLLQ(operand.U8(32), from, left)
	s.VPBLENDD(operand.U8(0b10101010), left, to, to)
}

func (s avx2) xor3(a reg.Register, b operand.Op, to reg.Register) {
	s.VPXOR(a, to, to)
	s.VPXOR(b, to, to)
}

func (s avx2) keep(v reg.VecVirtual) operand.Op {
	place := s.AllocLocal(4 * s.lanes())
	s.VMOVUPS(v, place)
	return place
}

func (s avx2) fromBits(words operand.Mem, block int, bitOfLane operand.Mem) reg.Register {
	const perWord = 32 / 8
	mask, bits := s.YMM(), s.YMM()
	s.VMOVDQU(bitOfLane.Offset(4*8*(block%perWord)), bits)
	s.VPBROADCASTD(words.Offset(4*(block/perWord)), mask)
	s.VPAND(bits, mask, mask)
	s.VPCMPEQD(bits, mask, mask)
	return mask
}

func (s avx2) greater(a reg.Register, b operand.Op, live reg.Register) reg.Register {
	mask := s.YMM()
	s.VPCMPGTD(b, a, mask)
	if live != nil {
		s.VANDPS(live, mask, mask)
	}
	return mask
}

func (s avx2) blend(from, where, to reg.Register) { s.VBLENDVPS(where, from, to, to) }

func (s avx2) jumpIfNone(a, b reg.Register, label string) {
	either := s.YMM()
	s.VORPS(a, b, either)
	s.VTESTPS(either, either)
	s.JZ(operand.LabelRef(label))
}

func (s avx2) fold(v reg.VecVirtual, meet func(...operand.Op)) reg.Register {
	upper := s.XMM()
	s.VEXTRACTF128(operand.U8(1), v.AsY(), upper)
	meet(upper, v.AsX(), upper)
	return upper
}
