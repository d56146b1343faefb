package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// held stores the bits of up to 1024 cities in two registers per ant, where a permute instruction
// finds them without memory access.
type held struct {
	*gait512
	bits  [2]reg.VecVirtual
	words [ants][2]reg.VecVirtual
}

func (*held) name() string { return "Held" }

func (h *held) begin(g *gait512) {
	h.gait512 = g
	for half := range h.bits {
		h.bits[half] = h.ZMM()
		h.VMOVDQU32(g.data512.bits.Offset(64*half), h.bits[half])
	}
}

func (h *held) enter(ant int) {
	p := h.pointer(h.m.of(ant, "words"))
	for half := range h.bits {
		h.words[ant][half] = h.ZMM()
		h.VMOVDQU32(operand.Mem{Base: p, Disp: 64 * half}, h.words[ant][half])
	}
}

func (h *held) leave(ant int) {
	p := h.pointer(h.m.of(ant, "words"))
	for half, words := range h.words[ant] {
		h.VMOVDQU32(words, operand.Mem{Base: p, Disp: 64 * half})
	}
}

func (h *held) open(ant int, cities ...reg.VecVirtual) (masks []reg.Register) {
	for _, city := range cities {
		word, bit := h.split(city)
		h.VPERMI2D(h.words[ant][1], h.words[ant][0], word)
		masks = append(masks, h.test(word, bit))
	}
	return masks
}

// visit shifts a one by the difference between the city and the first bit of each word, so the one
// remains only in the word of the city.
func (h *held) visit(ant int, from operand.Mem, _ reg.GPVirtual) {
	city := h.ZMM()
	h.VPBROADCASTD(from, city)
	for half, words := range h.words[ant] {
		bit := h.ZMM()
		h.VPSUBD(h.bits[half], city, bit)
		h.VPSLLVD(bit, h.one, bit)
		h.VPANDND(words, bit, words)
	}
}

// split returns the word of every city and its bit in that word.
func (g *gait512) split(city reg.VecVirtual) (word, bit reg.VecVirtual) {
	word, bit = g.ZMM(), g.ZMM()
	g.VPSRLD(operand.U8(5), city, word)
	g.VPROLVD(city, g.one, bit)
	return word, bit
}

// test returns the mask of the lanes in which the bit is set.
func (g *gait512) test(word, bit reg.Register) reg.Register {
	k := g.K()
	g.VPTESTMD(bit, word, k)
	return k
}

// tables stores the bits of up to 8192 cities in memory and loads them into one pair of registers
// after another. Gathering is slower, and very slow on processors with mitigations against data
// sampling.
type tables struct {
	*gait512
	looks int // number of calls to open so far, for labels
}

// tableBits is the number of cities in a pair of registers. mostTables is the maximum number of
// pairs.
const (
	tableBits  = 1024
	mostTables = 8
)

func (*tables) name() string       { return "Tables" }
func (v *tables) begin(g *gait512) { v.gait512 = g }
func (*tables) enter(int)          {}
func (*tables) leave(int)          {}

func (v *tables) open(ant int, cities ...reg.VecVirtual) (masks []reg.Register) {
	v.looks++
	looked := label("looked", v.looks)
	p, n := v.pointer(v.m.of(ant, "words")), v.pointer(v.m.number("n"))
	words, bits, pairs := make([]reg.VecVirtual, len(cities)), make([]reg.VecVirtual, len(cities)), make([]reg.VecVirtual, len(cities))
	for i, city := range cities {
		words[i], bits[i] = v.split(city)
		pairs[i] = v.ZMM()
		v.VPSRLD(operand.U8(10), city, pairs[i])
	}
	for pair := range mostTables {
		if pair > 0 {
			v.CMPQ(n, operand.U32(tableBits*pair))
			v.JLE(operand.LabelRef(looked))
		}
		lower, upper := v.ZMM(), v.ZMM()
		v.VMOVDQU32(operand.Mem{Base: p, Disp: tableBits / 8 * pair}, lower)
		v.VMOVDQU32(operand.Mem{Base: p, Disp: tableBits/8*pair + 64}, upper)
		for i := range cities {
			// If a city is not in this pair, its element of words still holds a word number.
			here := v.K()
			v.VPCMPD_BCST(operand.U8(0), v.numbers.Offset(4*pair), pairs[i], here)
			v.VPERMI2D(upper, lower, here, words[i])
		}
	}
	v.Label(looked)
	for i := range cities {
		masks = append(masks, v.test(words[i], bits[i]))
	}
	return masks
}

func (v *tables) visit(ant int, _ operand.Mem, city reg.GPVirtual) {
	p, number, word := v.pointer(v.m.of(ant, "words")), v.GP64(), v.GP64()
	v.MOVQ(city, number)
	v.SHRQ(operand.U8(5), number)
	v.MOVL(element(p, number), word.As32())
	v.BTRL(city.As32(), word.As32())
	v.MOVL(word.As32(), element(p, number))
}
