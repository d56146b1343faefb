package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// emitPick emits the routine that draws from one row of weights.
func emitPick(c *build.Context) {
	bits := lanes(c, "pickBits", 32, func(lane int) uint32 { return 1 << lane })
	for _, s := range []simd{avx2{c}, avx512{c}} {
		(&pick{Context: c, simd: s, bits: bits}).emit()
	}
}

// pick first adds up all open weights. Then it adds them word by word until the sum exceeds the
// threshold. The end of a row is not a special case, because only open weights are loaded and the
// bits beyond the row are zero.
type pick struct {
	*build.Context
	simd
	bits         operand.Mem
	weight, open reg.GPVirtual // addresses of the weights and of the bits of the next word
	left         reg.GPVirtual // number of words left
}

func (p *pick) emit() {
	p.Function("pickWord" + p.suffix())
	p.Doc(fmt.Sprintf("pickWord%s equals pickWord.", p.suffix()))
	p.Attributes(attr.NOSPLIT)
	p.Pragma("noescape")
	p.SignatureExpr("func(weight []uint32, open []uint64, draw uint32) (word int, rest uint32)")
	none := p.GP32()
	p.XORL(none, none)
	zero := broadcastInt(p.Context, p.simd, none)

	var sums [2]reg.VecVirtual
	for i := range sums {
		sums[i] = p.vector()
		p.VMOVAPS(zero, sums[i])
	}
	p.begin()
	p.Label("add")
	p.addWord(sums[:])
	p.DECQ(p.left)
	p.JNZ(operand.LabelRef("add"))
	sum, t := p.total(sums[:]), p.GP64()
	p.Load(p.Param("draw"), t)
	p.IMULQ(sum, t)
	p.SHRQ(operand.U8(32), t)
	word := p.GP64()
	p.MOVQ(operand.I32(-1), word)
	p.TESTQ(sum, sum)
	p.JZ(operand.LabelRef("done"))

	p.begin()
	p.Label("look")
	p.INCQ(word)
	for i := range sums {
		p.VMOVAPS(zero, sums[i])
	}
	p.addWord(sums[:])
	p.SUBQ(p.total(sums[:]), t)
	p.JNC(operand.LabelRef("look"))
	p.Comment("Back to what remained before this word.")
	p.ADDQ(p.total(sums[:]), t)

	p.Label("done")
	p.Store(word, p.Return("word"))
	p.Store(t.As32(), p.Return("rest"))
	p.VZEROUPPER()
	p.RET()
}

func (p *pick) begin() {
	p.weight, p.open, p.left = p.GP64(), p.GP64(), p.GP64()
	p.Load(p.Param("weight").Base(), p.weight)
	p.Load(p.Param("open").Base(), p.open)
	p.Load(p.Param("open").Len(), p.left)
}

// addWord adds the open weights of a word to sums and advances to the next word.
func (p *pick) addWord(sums []reg.VecVirtual) {
	for block := range 64 / p.lanes() {
		sum := sums[block%len(sums)]
		live := p.fromBits(operand.Mem{Base: p.open}, block, p.bits)
		p.VPADDD(p.load(operand.Mem{Base: p.weight, Disp: 4 * block * p.lanes()}, live), sum, sum)
	}
	p.ADDQ(operand.U32(4*64), p.weight)
	p.ADDQ(operand.U8(8), p.open)
}

// total returns the sum of all lanes of sums, without changing sums.
func (p *pick) total(sums []reg.VecVirtual) reg.GPVirtual {
	both, sum := p.vector(), p.GP64()
	p.VPADDD(sums[0], sums[1], both)
	p.VMOVD(reduce(p.Context, p.simd, both, p.VPADDD), sum.As32())
	return sum
}
