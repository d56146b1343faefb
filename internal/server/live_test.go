package server_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// endless returns a job of n cities that runs until it is cancelled.
func endless(n int, algorithm string) string {
	chance := rand.New(rand.NewPCG(1, 2))
	var file strings.Builder
	file.WriteString(`name,x,y\n`)
	for i := range n {
		fmt.Fprintf(&file, `c%d,%d,%d\n`, i, chance.IntN(1e6), chance.IntN(1e6))
	}
	return `{"file":"cities.csv","content":"` + file.String() + `","settings":{"algorithm":"` + algorithm + `","time_limit":"1h"}}`
}

// progress waits until a job has published progress that meets a condition.
func (s *service) progress(t *testing.T, id string, is func(cluster.Progress) bool) {
	t.Helper()
	until(t, "there is such progress", func() bool {
		j := as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+id, ""), 200)
		return j.Progress != nil && is(*j.Progress)
	})
}

// cancelled cancels a job and waits until it has ended.
func (s *service) cancelled(t *testing.T, id string) api.Job {
	t.Helper()
	s.ask(t, "DELETE", "/v1/jobs/"+id, "")
	for range s.watch(t, id) {
	}
	return as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+id, ""), 200)
}

// refused checks the status and the code of a problem.
func refused(t *testing.T, a answer, status int, code string) {
	t.Helper()
	if p := as[api.Problem](t, a, status); p.Code != code {
		t.Errorf("%+v, expected the code %s", p, code)
	}
}

// The frames of a job are sent compressed, as they are stored, or uncompressed.
func TestFrames(t *testing.T) {
	s := start(t, 1, server.Options{})
	const n = 500
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", endless(n, "ils")), 202)
	path := "/v1/jobs/" + j.ID + "/frames"
	refused(t, s.ask(t, "GET", path, ""), 404, "no_frames")
	s.progress(t, j.ID, func(p cluster.Progress) bool { return p.Step > 2 && p.Seconds > 0.5 })
	s.cancelled(t, j.ID)
	packed := s.ask(t, "GET", path, "", "Accept-Encoding", "br, gzip;q=0.5")
	if packed.StatusCode != 200 || packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Vary") != "Accept-Encoding" {
		t.Fatalf("%s, %v", packed.Status, packed.Header)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	frames, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for _, accept := range []string{"identity", "gzip;q=0, br"} {
		plain := s.ask(t, "GET", path, "", "Accept-Encoding", accept)
		if plain.StatusCode != 200 || plain.Header.Get("Content-Encoding") != "" || !bytes.Equal(plain.body, frames) {
			t.Errorf("%s: %s, %v, %d bytes, expected %d", accept, plain.Status, plain.Header, len(plain.body), len(frames))
		}
	}
	count := int(binary.LittleEndian.Uint32(frames[8:]))
	if string(frames[:4]) != "TMF1" || binary.LittleEndian.Uint32(frames[4:]) != n || len(frames) != 12+count*(24+4*n) {
		t.Fatalf("%d bytes that begin with %q", len(frames), frames[:12])
	}
	if tour := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/tour", ""); !bytes.Equal(tour.body, frames[len(frames)-4*n:]) {
		t.Error("the last frame is not the tour of the result")
	}
}

// The trails of an ant colony are available while it runs. Other algorithms have no trails.
func TestTrails(t *testing.T) {
	s := start(t, 1, server.Options{})
	const n = 100
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", endless(n, "mmas")), 202)
	path := "/v1/jobs/" + j.ID + "/trails"
	waits := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", endless(n, "ils")), 202)
	refused(t, s.ask(t, "GET", "/v1/jobs/"+waits.ID+"/trails", ""), 409, "no_trails")
	var a answer
	until(t, "there are trails", func() bool { a = s.ask(t, "GET", path, ""); return a.StatusCode == 200 })
	order := binary.LittleEndian
	count := int(order.Uint32(a.body))
	if count == 0 || count > 20_000 || len(a.body) != 4+12*count || a.Header.Get("Content-Type") != "application/octet-stream" {
		t.Fatalf("%d trails in %d bytes of %s", count, len(a.body), a.Header.Get("Content-Type"))
	}
	before := float32(1)
	for part := range slices.Chunk(a.body[4:], 12) {
		from, to, strength := order.Uint32(part), order.Uint32(part[4:]), math.Float32frombits(order.Uint32(part[8:]))
		if from >= n || to >= n || from == to || !(strength >= 0 && strength <= before) {
			t.Fatalf("a trail from %d to %d with %v after %v", from, to, strength, before)
		}
		before = strength
	}
	s.cancelled(t, j.ID)
	refused(t, s.ask(t, "GET", path, ""), 409, "no_trails")
	s.progress(t, waits.ID, func(p cluster.Progress) bool { return p.Step > 0 })
	refused(t, s.ask(t, "GET", "/v1/jobs/"+waits.ID+"/trails", ""), 409, "no_trails")
}

// The events and the digest contain the islands, the current solution and the hardware that a job
// runs on.
func TestProgressTellsMore(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", endless(200, "islands")), 202)
	s.progress(t, j.ID, func(p cluster.Progress) bool {
		return len(p.Islands) == 4 && slices.Min(p.Islands) == p.Cost && p.Engine == "cpu" && p.Device == "" && p.Threads == 1 && p.Current == nil
	})
	j = s.cancelled(t, j.ID)
	if d := j.Digest; d == nil || d.Engine != "cpu" || d.Threads != 1 || d.LowerBound != nil {
		t.Errorf("in short: %+v", d)
	}
	j = as[api.Job](t, s.ask(t, "POST", "/v1/jobs", endless(200, "ils")), 202)
	s.progress(t, j.ID, func(p cluster.Progress) bool {
		return p.Islands == nil && p.Current != nil && *p.Current >= p.Cost
	})
	s.cancelled(t, j.ID)
	j = as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	if d := j.Digest; d == nil || d.LowerBound == nil || math.Abs(*d.LowerBound-d.Cost) > 1e-6 {
		t.Errorf("an optimum in short: %+v", d)
	}
}
