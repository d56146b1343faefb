package cluster

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

func (s service) submitFrom(t *testing.T, start *Start) *Record {
	t.Helper()
	u, err := s.PutInstance(t.Context(), "acme", "square.csv", []byte(square))
	must(t, err)
	spec := job.Spec{Instance: u.Hash, File: "square.csv", Settings: job.Settings{Algorithm: "exact", Seed: 1}}
	r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Spec: spec, Start: start})
	must(t, err)
	return r
}

// A worker receives the start solution, whether the record contains it or not, and only for a job
// that it owns. The sweeper keeps it, and it is deleted with the job.
func TestAWorkerReceivesTheStart(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	worker := s.hand(t, "a", "s1")
	for _, size := range []int{10, inlineSize, inlineSize + 1, segmentSize + 1} {
		data := bytes.Repeat([]byte("x"), size)
		r := s.submitFrom(t, &Start{Data: data, Cost: 100})
		task := worker.next()
		must(t, s.removeOrphans(t.Context(), 0))
		var got bytes.Buffer
		got.Write(task.Start.Inline)
		if task.Start.Inline == nil {
			must(t, worker.Read(t.Context(), task.Claim, protocol.Start, task.Start.Size, task.Start.SHA256, &got))
			forged := task.Claim
			forged.Secret = "no"
			_, err := worker.Get(t.Context(), protocol.Get{Claim: forged, Kind: protocol.Start})
			expect(t, err, protocol.ErrFenced)
		}
		if !bytes.Equal(got.Bytes(), data) {
			t.Fatalf("%d of %d bytes arrived", got.Len(), size)
		}
		if end := worker.finish(task, solved(t, r.Spec)); end.State != Done {
			t.Fatalf("%+v", end)
		}
		must(t, s.removeOrphans(t.Context(), 0))
		ended := s.get(t, r)
		if found, err := s.states.get(t.Context(), ended.Start); err != nil || !bytes.Equal(found, data) {
			t.Errorf("after the end of the job: %v", err)
		}
		must(t, s.Delete(t.Context(), ended))
	}
	if n := messages(t, s.states); n != 0 {
		t.Errorf("%d messages are left", n)
	}
}

// A server rejects a result that is worse than the start solution.
func TestAResultWorseThanTheStartIsWrong(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	worker := s.hand(t, "a", "s1")
	for name, c := range map[string]struct {
		better float64 // how much better the start is than the result
		want   State
	}{"equal": {0, Done}, "worse": {1, Failed}, "better": {-1, Done}} {
		r := s.submitFrom(t, nil)
		task := worker.next()
		result := solved(t, r.Spec)
		var said struct{ Cost float64 }
		must(t, json.Unmarshal(result, &said))
		_, err := s.change(t.Context(), r.Tenant, r.ID, func(r *Record) error {
			r.StartCost = new(said.Cost - c.better)
			return nil
		})
		must(t, err)
		end := worker.finish(task, result)
		if end.State != c.want || end.State == Failed && !strings.Contains(end.Faults[0].Detail, "worse than the start solution") {
			t.Errorf("%s: %+v, expected %s", name, end, c.want)
		}
	}
}
