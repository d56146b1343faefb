package pipe

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

// BenchmarkCalls measures a job with 50 cities from request to answer, with as little search as
// possible.
func BenchmarkCalls(b *testing.B) {
	var cities []string
	for i := range 50 {
		cities = append(cities, fmt.Sprintf("[%.16f,%.16f]", math.Sqrt(float64(i)), math.Cbrt(float64(i*i%17))))
	}
	line := `{"id":"a","solve":{"points":[` + strings.Join(cities, ",") + `],"threads":1,"settings":{"algorithm":"greedy"}}}` + "\n"
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	go func() { _ = Serve(b.Context(), in, out, Options{Parallel: 1, MaxLine: 1 << 20}) }()
	answer := make([]byte, 1<<16)
	for b.Loop() {
		_, _ = io.WriteString(requests, line)
		if n, err := answers.Read(answer); err != nil || !strings.Contains(string(answer[:n]), `"result"`) {
			b.Fatalf("%s, %v", answer[:n], err)
		}
	}
}
