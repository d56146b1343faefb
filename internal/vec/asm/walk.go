package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	ants = 4
	// number of ants for which look runs before choose; more would not fit into registers
	abreast   = 2
	places    = 32 // number of entries in a list; Go handles other widths
	rowShift  = 7  // a row of places has 2⁷ bytes
	lineBytes = 64
)

// emitWalk emits the walks of four ants, for lists of 32 places.
func emitWalk(c *build.Context) {
	emitWalks512(c)
	emitWalk2(c)
}

// gait is the part of a walk that differs between instruction sets.
type gait interface {
	// prepare loads constants.
	prepare()
	// enter loads the visited cities of an ant, and leave stores them.
	enter(ant int)
	leave(ant int)
	// look determines the open candidates of an ant's city.
	look(ant int)
	// choose draws from the open candidates of an ant's city and returns the address of the choice.
	// It jumps to none if there are no open candidates.
	choose(ant int, none string) operand.Mem
	// first returns the address of the first open city in a list of left numbers. It jumps to none
	// if there is no open city. It may change both registers.
	first(ant int, list, left reg.GPVirtual, none string) operand.Mem
	// visit marks a city as visited. The city is given both in memory and in a register.
	visit(ant int, from operand.Mem, city reg.GPVirtual)
}

// walk holds the registers of a walk.
type walk struct {
	*build.Context
	gait
	m      progress
	step   reg.GPVirtual
	city   reg.GPVirtual // address of the first candidate list
	beside reg.GPVirtual // offset from a candidate to its weight
	stuck  reg.GPVirtual
	at     [ants]reg.GPVirtual // candidate list of each ant's current city
}

func (w *walk) emit(name string, how gait) {
	w.Function(name)
	w.Doc(name + " equals walk, for lists of 32 places.")
	w.Attributes(attr.NOSPLIT)
	w.Pragma("noescape")
	w.gait = how
	w.m = declareWalk(w.Context)
	w.begin()

	w.Label("turn")
	for ant := 0; ant < ants; ant += abreast {
		for i := range abreast {
			w.look(ant + i)
		}
		for i := range abreast {
			w.advance(ant + i)
		}
	}
	w.INCQ(w.step)
	w.TESTQ(w.stuck, w.stuck)
	w.JNZ(operand.LabelRef("done"))
	w.CMPQ(w.step, w.m.number("until"))
	w.JL(operand.LabelRef("turn"))

	w.Label("done")
	w.MOVQ(w.step, w.m.number("step"))
	for ant := range ants {
		w.leave(ant)
	}
	w.Store(w.stuck, w.Return("stuck"))
	w.VZEROUPPER()
	w.RET()

	// Rare cases are outside the loop.
	for ant := range ants {
		w.backup(ant)
	}
}

// pointer loads a 64-bit value from memory.
func (w *walk) pointer(from operand.Mem) reg.GPVirtual {
	p := w.GP64()
	w.MOVQ(from, p)
	return p
}

func (w *walk) begin() {
	w.step = w.pointer(w.m.number("step"))
	w.city, w.beside = w.pointer(w.m.slice("city")), w.pointer(w.m.slice("weight"))
	w.SUBQ(w.city, w.beside)
	w.prepare()
	for ant := range ants {
		last := element(w.pointer(w.m.of(ant, "tour")), w.step)
		last.Disp = -4
		w.at[ant] = w.GP64()
		w.MOVL(last, w.at[ant].As32())
		w.SHLQ(operand.U8(rowShift), w.at[ant])
		w.ADDQ(w.city, w.at[ant])
		w.enter(ant)
	}
	w.stuck = w.GP64()
	w.XORQ(w.stuck, w.stuck)
}

// advance chooses the next city of an ant's tour.
func (w *walk) advance(ant int) {
	w.Commentf("Ant %d.", ant)
	w.arrive(ant, w.choose(ant, label("backup", ant)))
	w.Label(label("next", ant))
}

// backup chooses the next city for an ant without open candidates.
func (w *walk) backup(ant int) {
	w.Label(label("backup", ant))
	left, list := w.pointer(w.m.number("spare")), w.GP64()
	w.MOVQ(w.at[ant], list)
	w.SUBQ(w.city, list)
	w.SHRQ(operand.U8(rowShift), list)
	w.IMULQ(left, list)
	w.SHLQ(operand.U8(2), list)
	w.ADDQ(w.m.slice("backup"), list)
	w.arrive(ant, w.first(ant, list, left, label("lost", ant)))
	w.JMP(operand.LabelRef(label("next", ant)))
	w.Label(label("lost", ant))
	w.ORQ(operand.U8(1<<ant), w.stuck)
	w.JMP(operand.LabelRef(label("next", ant)))
}

// arrive stores a city in an ant's tour. It prefetches the lists of the city, because three other
// ants take a step before this ant uses the lists.
func (w *walk) arrive(ant int, from operand.Mem) {
	city := w.GP64()
	w.MOVL(from, city.As32())
	w.visit(ant, from, city)
	w.MOVL(city.As32(), element(w.pointer(w.m.of(ant, "tour")), w.step))
	w.SHLQ(operand.U8(rowShift), city)
	at := w.at[ant]
	w.LEAQ(operand.Mem{Base: w.city, Index: city, Scale: 1}, at)
	for line := 0; line < 4*places; line += lineBytes {
		w.PREFETCHT0(operand.Mem{Base: at, Disp: line})
		w.PREFETCHT0(operand.Mem{Base: at, Index: w.beside, Scale: 1, Disp: line})
	}
}

// weights returns the address of the weights of an ant's candidates, starting at place from.
func (w *walk) weights(ant, from int) operand.Mem {
	return operand.Mem{Base: w.at[ant], Index: w.beside, Scale: 1, Disp: 4 * from}
}

func label(name string, ant int) string { return fmt.Sprintf("%s%d", name, ant) }

// lanes returns a constant vector in memory.
func lanes(c *build.Context, name string, count int, of func(lane int) uint32) operand.Mem {
	v := c.StaticGlobal(name)
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range count {
		c.AppendDatum(operand.U32(of(i)))
	}
	return v
}
