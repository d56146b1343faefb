package searchtest

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Trajectory runs twelve steps of a search over tours or other lists of numbers. It returns the
// cost and a hash of the best solution after each step. If paced is set, it paces the search.
func Trajectory[S ~[]int32](t *testing.T, s search.Searcher[S], paced bool) string {
	t.Helper()
	const steps = 12
	var b strings.Builder
	for step := range steps {
		if p, ok := search.As[search.Pacer](s); ok && paced {
			p.Pace(float64(step) / steps)
		}
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d %.0f %s\n", step+1, s.Cost(), fingerprint(s.Best()))
	}
	return b.String()
}

func fingerprint(numbers []int32) string {
	var text []byte
	for _, c := range numbers {
		text = binary.LittleEndian.AppendUint32(text, uint32(c))
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}
