package server_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// rewrite changes a record in ways that no honest worker does.
func (s *service) rewrite(t *testing.T, id string, members map[string]string) {
	t.Helper()
	js, err := jetstream.New(s.conn)
	if err != nil {
		t.Fatal(err)
	}
	records, err := js.KeyValue(t.Context(), "JOBSTATE")
	if err != nil {
		t.Fatal(err)
	}
	e, err := records.Get(t.Context(), "default."+id)
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]json.RawMessage
	if err := json.Unmarshal(e.Value(), &r); err != nil {
		t.Fatal(err)
	}
	for name, value := range members {
		r[name] = json.RawMessage(value)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := records.Put(t.Context(), e.Key(), data); err != nil {
		t.Fatal(err)
	}
}

// Frames that are not valid tours are not served. The result remains available.
func TestWrongFramesAreRefused(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	for name, frames := range map[string]string{
		"no frames":      blob([]byte("no frames")),
		"not its hash":   `{"inline":"AAAA","size":3,"sha256":"00"}`,
		"not there":      `{"name":"default.x.1.0","size":100,"sha256":"00"}`,
		"far too large":  `{"name":"default.x.1.0","size":1099511627776,"sha256":"00"}`,
		"less than none": `{"name":"default.x.1.0","size":-1,"sha256":"00"}`,
	} {
		s.rewrite(t, j.ID, map[string]string{"frames": frames})
		t.Run(name, func(t *testing.T) {
			refused(t, s.ask(t, "GET", "/v1/jobs/"+j.ID+"/frames", ""), 404, "no_frames")
			if a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", ""); a.StatusCode != 200 {
				t.Errorf("the result: %s", a.Status)
			}
		})
	}
}

// blob returns a reference to inline data with the correct size and hash.
func blob(data []byte) string {
	return fmt.Sprintf(`{"inline":%q,"size":%d,"sha256":%q}`, base64.StdEncoding.EncodeToString(data), len(data), strings.TrimPrefix(job.Hash(data), "sha256:"))
}

// Invalid trails from a worker are rejected.
func TestWrongTrailsAreRefused(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	s.rewrite(t, j.ID, map[string]string{"state": `"running"`, "pool": `"test"`, "session": `"s1"`})
	until(t, "the job runs", func() bool {
		return as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, ""), 200).State == cluster.Running
	})
	type answer struct {
		version string
		data    []byte
	}
	var shown atomic.Pointer[answer]
	var asked atomic.Int64
	client := protocol.NewClient(s.conn, "test")
	stop, err := client.Listen("s1", func(m protocol.Message) {
		asked.Add(1)
		with := shown.Load()
		if err := client.SendSnapshot(m.Reply, protocol.Snapshot{Version: with.version, Data: with.data}); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	trails := func(words ...uint32) (data []byte) {
		for _, w := range words {
			data = binary.LittleEndian.AppendUint32(data, w)
		}
		return data
	}
	one, half, nan := math.Float32bits(1), math.Float32bits(0.5), math.Float32bits(float32(math.NaN()))
	path := "/v1/jobs/" + j.ID + "/trails"
	for name, wrong := range map[string][]byte{
		"nothing":        nil,
		"half a count":   {1, 0},
		"fewer":          trails(2, 0, 1, one),
		"more":           trails(0, 0, 1, one),
		"very many":      trails(math.MaxUint32, 0, 1, one),
		"too many":       append(trails(20_001), make([]byte, 12*20_001)...),
		"another city":   trails(1, 0, 5, one),
		"a negative one": trails(1, math.MaxUint32, 1, one),
		"the same city":  trails(1, 3, 3, one),
		"no strength":    trails(1, 0, 1, nan),
		"too strong":     trails(1, 0, 1, math.Float32bits(2)),
		"too weak":       trails(1, 0, 1, math.Float32bits(-1)),
	} {
		t.Run(name, func(t *testing.T) {
			shown.Store(&answer{"1", wrong})
			refused(t, s.ask(t, "GET", path, ""), 409, "no_trails")
		})
	}
	right := append(trails(20_000, 4, 3, half), bytes.Repeat(trails(0, 1, one), 20_000-1)...) // as many as allowed
	shown.Store(&answer{strings.Repeat("1", 65), right})
	refused(t, s.ask(t, "GET", path, ""), 409, "no_trails")
	shown.Store(&answer{"1", right})
	check := func() {
		t.Helper()
		if a := s.ask(t, "GET", path, ""); a.StatusCode != 200 || !bytes.Equal(a.body, right) {
			t.Errorf("%s: %d bytes, expected %d", a.Status, len(a.body), len(right))
		}
	}
	check()
	// The server returns the last valid trails while the worker sends invalid ones.
	before := asked.Load()
	shown.Store(&answer{"2", nil})
	until(t, "the worker is asked again", func() bool {
		check()
		return asked.Load() > before
	})
	check()
}

// A worker cannot give its tour the version of the final tour, which clients would then keep.
func TestAWorkersTourIsNotTheFinalOne(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	s.rewrite(t, j.ID, map[string]string{"state": `"running"`, "pool": `"test"`, "session": `"s1"`})
	until(t, "the job runs", func() bool {
		return as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, ""), 200).State == cluster.Running
	})
	var tour []byte
	for city := range j.Instance.N {
		tour = binary.LittleEndian.AppendUint32(tour, uint32(city))
	}
	client := protocol.NewClient(s.conn, "test")
	stop, err := client.Listen("s1", func(m protocol.Message) {
		if err := client.SendSnapshot(m.Reply, protocol.Snapshot{Version: "result", Data: tour}); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/tour", "", "If-None-Match", `"result"`)
	if a.StatusCode != 200 || a.Header.Get("ETag") != `"w-result"` {
		t.Errorf("%s with the version %s, expected another than that of the final tour", a.Status, a.Header.Get("ETag"))
	}
}
