package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// BenchmarkSubmitToResult measures a job of 50 cities from its submission to its result.
func BenchmarkSubmitToResult(b *testing.B) {
	s := start(b, 1, server.Options{})
	var file strings.Builder
	file.WriteString(`name,x,y\n`)
	for i := range 50 {
		fmt.Fprintf(&file, `c%d,%d,%d\n`, i, i*37%101, i*53%97)
	}
	body := `{"file":"fifty.csv","content":"` + file.String() + `","settings":{"algorithm":"ils","max_steps":1}}`
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		j := as[api.Job](b, s.ask(b, "POST", "/v1/jobs", body, "Prefer", "wait=20"), 200)
		if a := s.ask(b, "GET", "/v1/jobs/"+j.ID+"/result", ""); a.StatusCode != 200 {
			b.Fatalf("%s: %s", a.Status, a.body)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
