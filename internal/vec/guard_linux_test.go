package vec

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns a copy of values that ends, or starts, at an inaccessible page: reading beyond
// the copy on that side crashes the test.
func guarded[T int32 | uint32 | uint64](t *testing.T, values []T, atEnd bool) []T {
	t.Helper()
	if len(values) == 0 {
		return values
	}
	page, size := syscall.Getpagesize(), int(unsafe.Sizeof(values[0]))*len(values)
	inside := (size + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, inside+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	for _, outer := range [][]byte{memory[:page], memory[page+inside:]} {
		if err := syscall.Mprotect(outer, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	middle := memory[page : page+inside]
	if atEnd {
		middle = middle[inside-size:]
	}
	place := unsafe.Slice((*T)(unsafe.Pointer(&middle[0])), len(values))
	copy(place, values)
	return place
}

func TestWalksReadNothingOutside(t *testing.T) {
	for _, n := range []int{1, 2, 15, 16, 17, 33, 100} {
		for _, width := range []int{16, 32, 48} {
			for _, spare := range []int{0, 1, 7, 16, 21} {
				g := randomGround(rand.New(rand.NewPCG(uint64(n), 9)), n, width, spare, fewCandidates)
				for _, atEnd := range []bool{true, false} {
					var tours [ants][]int32
					for i := range tours {
						tours[i] = guarded(t, make([]int32, n), atEnd)
					}
					checkWalk(t, &Ground{
						width, guarded(t, g.City, atEnd), guarded(t, g.Weight, atEnd),
						spare, guarded(t, g.Backup, atEnd),
					}, &tours, uint64(n))
				}
			}
		}
	}
}

func TestPickReadsNothingOutside(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 10))
	for n := range 140 {
		weight, open := randomRow(random, n, 1<<20)
		for _, atEnd := range []bool{true, false} {
			checkPick(t, guarded(t, weight, atEnd), guarded(t, open, atEnd), random.Uint32())
		}
	}
}

func TestDrawsWriteNothingOutside(t *testing.T) {
	for n := range 150 {
		for _, atEnd := range []bool{true, false} {
			checkDraws(t, guarded(t, make([]uint32, n), atEnd), 1, 2, 3)
		}
	}
}

func TestSwapsTouchNothingOutside(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 11))
	for _, n := range []int{1, 2, 4, 7, 8, 15, 16, 17, 31, 32, 33, 50} {
		for _, atEnd := range []bool{true, false} {
			s, u, w := randomSwaps(random, n, false)
			for _, table := range []*[]int32{&s.A, &s.B, &s.Delta, &s.Low, &s.High, &u, &w} {
				*table = guarded(t, *table, atEnd)
			}
			for _, r := range swapRules {
				checkScan(t, s, u, w, r)
			}
			for r := 0; r < n && n >= 4; r++ { // fewer elements are scored by the Go twin
				checkScore(t, s, r, guarded(t, make([]int32, s.Stride), atEnd))
			}
		}
	}
}
