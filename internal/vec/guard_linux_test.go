package vec

import (
	"syscall"
	"testing"
	"unsafe"
)

// guarded is a copy of values that ends where memory ends, or begins where it
// begins: reading one more on that side kills the test.
func guarded(t *testing.T, values []float32, atEnd bool) []float32 {
	t.Helper()
	page := syscall.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	for _, outer := range [][]byte{memory[:page], memory[2*page:]} {
		if err := syscall.Mprotect(outer, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	middle := memory[page : 2*page]
	if atEnd {
		middle = middle[page-4*len(values):]
	}
	place := unsafe.Slice((*float32)(unsafe.Pointer(&middle[0])), len(values))
	copy(place, values)
	return place
}

func TestRowsReadNothingOutside(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 100} {
		p := pathOf(uniform(n, 2), identity(n))
		for _, atEnd := range []bool{true, false} {
			guardedPath := &Path{
				guarded(t, p.X, atEnd), guarded(t, p.Y, atEnd),
				guarded(t, p.Edge, atEnd), guarded(t, p.Squared, atEnd),
			}
			for from := range n {
				checkRows(t, guardedPath, from, from, n)
				checkRows(t, guardedPath, n-1, 0, from)
			}
		}
	}
}
