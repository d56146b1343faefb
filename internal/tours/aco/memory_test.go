package aco

import (
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/memory"
)

// A colony that does not fit in memory is rejected with an error that programs can recognise.
func TestAColonyThatDoesNotFitInMemory(t *testing.T) {
	large := &Terrain{N: 1_000_000, Dense: true}
	if err := large.affordable(1_000_000); !errors.Is(err, memory.ErrExceeded) {
		t.Errorf("%v", err)
	}
}
