package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// emitSwaps emits the two loops over the table of exchanges.
func emitSwaps(c *build.Context) {
	numbers := lanes(c, "swapLanes", 16, func(lane int) uint32 { return uint32(lane) })
	for _, s := range []simd{avx2{c}, avx512{c}} {
		(&swaps{Context: c, simd: s, numbers: numbers}).emitScore()
		(&swaps{Context: c, simd: s, numbers: numbers}).emitScan()
	}
}

// swaps holds the common part of both routines. A block has 16 numbers for every vector size.
type swaps struct {
	*build.Context
	simd
	numbers operand.Mem
}

func (s *swaps) begin(name, signature string) {
	s.Function(name + s.suffix())
	s.Doc(fmt.Sprintf("%s%s equals %s.", name, s.suffix(), name))
	s.Attributes(attr.NOSPLIT)
	s.Pragma("noescape")
	s.SignatureExpr(signature)
}

func (s *swaps) load64(name string) reg.GPVirtual {
	r := s.GP64()
	s.Load(s.Param(name), r)
	return r
}

func (s *swaps) base(name string) reg.GPVirtual {
	r := s.GP64()
	s.Load(s.Param(name).Base(), r)
	return r
}

// fill broadcasts a parameter to a vector.
func (s *swaps) fill(name string) reg.VecVirtual {
	r := s.GP32()
	s.Load(s.Param(name), r)
	return broadcastInt(s.Context, s.simd, r)
}

// parts returns the byte offsets of the vectors in a block.
func (s *swaps) parts() []int {
	var all []int
	for at := 0; at < 16; at += s.lanes() {
		all = append(all, 4*at)
	}
	return all
}

// atOnce is the number of rows that are scored together. The common row is then loaded only once,
// and the sums are added in parallel.
const atOnce = 4

// emitScore emits a routine that adds up (a(r) - a(j))·(b(r) - b(j)) for four values of j at a time
// and negates the sums. The last four may overlap the previous four.
func (s *swaps) emitScore() {
	s.begin("scoreSwaps", "func(a, b []int32, stride, n, r int, dst []int32)")
	bytes, r := s.load64("stride"), s.load64("r")
	s.SHLQ(operand.U8(2), bytes)
	s.IMULQ(bytes, r)
	ar, br := s.base("a"), s.base("b")
	s.ADDQ(r, ar)
	s.ADDQ(r, br)
	j, last := s.GP64(), s.load64("n")
	s.XORQ(j, j)
	s.SUBQ(operand.U8(atOnce), last)
	none := s.GP32()
	s.XORL(none, none)
	zero := broadcastInt(s.Context, s.simd, none)

	s.Label("rows")
	row := s.GP64()
	s.MOVQ(j, row)
	s.IMULQ(bytes, row)
	aj, bj := s.base("a"), s.base("b")
	s.ADDQ(row, aj)
	s.ADDQ(row, bj)
	var sums [atOnce]reg.VecVirtual
	var at [atOnce]reg.GPVirtual // offset of the block in each row, relative to the first row
	for i := range sums {
		sums[i] = s.vector()
		s.VMOVAPS(zero, sums[i])
		if at[i] = s.GP64(); i == 0 {
			s.XORQ(at[i], at[i])
		} else {
			s.LEAQ(operand.Mem{Base: at[i-1], Index: bytes, Scale: 1}, at[i])
		}
	}
	s.Label("blocks")
	for _, part := range s.parts() {
		mine, its := s.vector(), s.vector()
		s.VMOVUPS(operand.Mem{Base: ar, Index: at[0], Scale: 1, Disp: part}, mine)
		s.VMOVUPS(operand.Mem{Base: br, Index: at[0], Scale: 1, Disp: part}, its)
		for i := range sums {
			x, y := s.vector(), s.vector()
			s.VPSUBD(operand.Mem{Base: aj, Index: at[i], Scale: 1, Disp: part}, mine, x)
			s.VPSUBD(operand.Mem{Base: bj, Index: at[i], Scale: 1, Disp: part}, its, y)
			s.VPMULLD(x, y, y)
			s.VPADDD(y, sums[i], sums[i])
		}
	}
	for i := range at {
		s.ADDQ(operand.U8(64), at[i])
	}
	s.CMPQ(at[0], bytes)
	s.JLT(operand.LabelRef("blocks"))

	var four [atOnce]reg.Register
	for i := range sums {
		four[i] = s.fold(sums[i], s.VPADDD)
	}
	s.VPHADDD(four[1], four[0], four[0])
	s.VPHADDD(four[3], four[2], four[2])
	s.VPHADDD(four[2], four[0], four[0])
	sum := s.XMM()
	s.VPSUBD(four[0], zero.AsX(), sum)
	s.VMOVDQU(sum, operand.Mem{Base: s.base("dst"), Index: j, Scale: 4})

	s.CMPQ(j, last)
	s.JEQ(operand.LabelRef("done"))
	s.ADDQ(operand.U8(atOnce), j)
	s.CMPQ(j, last)
	s.JLE(operand.LabelRef("rows"))
	s.MOVQ(last, j)
	s.JMP(operand.LabelRef("rows"))
	s.Label("done")
	s.VZEROUPPER()
	s.RET()
}

// A leastSwap holds the least delta in each lane of a vector, and the index of its entry.
type leastSwap struct{ delta, at reg.VecVirtual }

// emitScan emits a routine that scans the upper triangle in whole blocks. Each lane finds a
// separate minimum, and the caller compares the lanes.
func (s *swaps) emitScan() {
	s.begin("scanSwaps", "func(delta, low, high, u, w []int32, stride, n int, aspire, long, step int32, least *[64]int32)")
	delta, low, high := s.base("delta"), s.base("low"), s.base("high")
	bytes, i := s.load64("stride"), s.GP64()
	s.SHLQ(operand.U8(2), bytes)
	s.XORQ(i, i)
	aspire, long, step := s.fill("aspire"), s.fill("long"), s.fill("step")
	most := s.GP32()
	s.MOVL(operand.U32(1<<31-1), most)
	never := broadcastInt(s.Context, s.simd, most)
	wanted, allowed := s.noLeast(never), s.noLeast(never)

	s.Label("row")
	u, w := s.base("u"), s.base("w")
	ui, wi := s.vector(), s.vector()
	s.VPBROADCASTD(operand.Mem{Base: u, Index: i, Scale: 4}, ui)
	s.VPBROADCASTD(operand.Mem{Base: w, Index: i, Scale: 4}, wi)
	j := s.GP64() // in bytes
	s.MOVQ(i, j)
	s.ANDQ(operand.I8(-16), j)
	s.SHLQ(operand.U8(2), j)

	s.Label("block")
	for p, part := range s.parts() {
		at := func(base reg.Register) operand.Mem {
			return operand.Mem{Base: base, Index: j, Scale: 1, Disp: part}
		}
		x, d := s.vector(), s.vector()
		s.VPSUBD(at(u), ui, x)
		s.VPSUBD(at(w), wi, d)
		s.VPMULLD(x, d, d)
		s.VPADDD(at(delta), d, d)
		s.VMOVUPS(d, at(delta))
		here := s.GP64() // index of the entry in lane 0
		s.MOVQ(delta, here)
		s.ADDQ(j, here)
		s.SUBQ(s.base("delta"), here)
		s.SHRQ(operand.U8(2), here)
		entries := broadcastInt(s.Context, s.simd, here)
		s.VPADDD(s.numbers.Offset(part), entries, entries)

		good := s.greater(aspire, d, s.greater(never, at(low), nil))
		old := s.greater(long, at(high), nil)
		skip := fmt.Sprintf("ordinary%d", p)
		s.jumpIfNone(good, old, skip)
		for _, mask := range []reg.Register{good, old} {
			s.keepLeast(wanted, d, entries, s.greater(wanted.delta, d, mask))
		}
		s.Label(skip)
		s.keepLeast(allowed, d, entries, s.greater(allowed.delta, d, s.greater(step, at(low), nil)))
	}
	s.ADDQ(operand.U8(64), j)
	s.CMPQ(j, bytes)
	s.JLT(operand.LabelRef("block"))
	s.ADDQ(bytes, delta)
	s.ADDQ(bytes, low)
	s.ADDQ(bytes, high)
	s.INCQ(i)
	n := s.load64("n")
	s.CMPQ(i, n)
	s.JLT(operand.LabelRef("row"))

	to := s.load64("least")
	for b, kind := range []leastSwap{wanted, allowed} {
		for p, part := range s.parts() {
			delta, at := kind.delta, kind.at
			if p > 0 { // the vectors have fewer lanes than the result
				delta, at = never, never
			}
			s.VMOVUPS(delta, operand.Mem{Base: to, Disp: 128*b + part})
			s.VMOVUPS(at, operand.Mem{Base: to, Disp: 128*b + 64 + part})
		}
	}
	s.VZEROUPPER()
	s.RET()
}

// noLeast returns an initial minimum that is greater than every delta.
func (s *swaps) noLeast(never reg.VecVirtual) leastSwap {
	l := leastSwap{s.vector(), s.vector()}
	s.VMOVAPS(never, l.delta)
	s.VMOVAPS(never, l.at)
	return l
}

func (s *swaps) keepLeast(l leastSwap, delta, at, where reg.Register) {
	s.blend(delta, where, l.delta)
	s.blend(at, where, l.at)
}
