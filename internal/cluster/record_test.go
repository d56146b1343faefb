package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func golden(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "record-v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Records of the first version stay readable forever. The golden file must never change.
func TestTheFirstRecordIsRead(t *testing.T) {
	r, err := decodeRecord(golden(t))
	if err != nil {
		t.Fatal(err)
	}
	r.read = nil
	at := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	target, gap := 1.5, 2.5
	want := &Record{
		Schema: "tourmaline/job/v1", Tenant: "acme", ID: "k3", N: 5,
		Spec: job.Spec{
			Instance: "sha256:00", File: "stops.csv", Label: "monday",
			Settings: job.Settings{Algorithm: "ils", Params: map[string]string{"kicks": "9"}, Seed: 7, Limits: tourmaline.Limits{Time: 90 * time.Second, Target: &target}},
		},
		State: Cancelled, Created: at, Started: at.Add(time.Second), Ended: at.Add(2 * time.Second),
		Epoch: 3, Worker: "w1", Claims: 2, Cancel: true,
		Checkpoint: &Blob{Name: "acme.k3.3.1", Size: 40000, SHA256: "aa"},
		Kept:       &Progress{Step: 4, Seconds: 0.5, Cost: 12, Preparing: "lists", Share: 0.25},
		Result:     &Blob{Inline: []byte("{}"), Size: 2, SHA256: "bb"},
		Digest:     &Digest{Algorithm: "ils", Cost: 11, BestKnown: &target, GapPercent: &gap, Termination: "interrupted", Seconds: 1, Steps: 5, Seed: 7},
		Faults:     []job.Fault{{Code: "internal", Field: "file", Detail: "none"}},
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("read as\n%+v, expected\n%+v", r, want)
	}
}

// Fields that later versions have added to a record, at any depth, survive a change by this
// version. A field that this version removes is gone.
func TestFieldsOfLaterVersionsSurvive(t *testing.T) {
	text := strings.Replace(string(golden(t)), `"name"`, `"packed": true, "name"`, 1)
	text = strings.Replace(text, `"tenant"`, `"place": {"rack": 7}, "tenant"`, 1)
	r, err := decodeRecord([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Kept, r.Epoch = nil, 9
	data, err := r.encode()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Checkpoint struct{ Packed bool }
		Place      struct{ Rack int }
		Epoch      int
		Kept       *Progress
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !got.Checkpoint.Packed || got.Place.Rack != 7 || got.Epoch != 9 || got.Kept != nil {
		t.Errorf("written as %s", data)
	}
}

// A later schema is rejected with a clear error, even if its fields have different types.
func TestLaterSchemasAreRefused(t *testing.T) {
	_, err := decodeRecord([]byte(`{"schema": "tourmaline/job/v2", "epoch": "three"}`))
	if !errors.Is(err, errNewer) || !strings.Contains(err.Error(), `"tourmaline/job/v2"`) {
		t.Errorf("got %v", err)
	}
	if _, err := decodeRecord([]byte(`{"schema": "tourmaline/result/v1"}`)); err == nil || errors.Is(err, errNewer) {
		t.Errorf("something else: got %v", err)
	}
}

// Specs are equal whether empty fields are present or missing, so that a repeated submission with
// the same key is recognised.
func TestEmptyAndMissingAreTheSame(t *testing.T) {
	a := job.Spec{Instance: "sha256:00", File: "a.csv"}
	b := a
	b.Settings.Params = map[string]string{}
	if same, err := sameSpec(a, b); !same || err != nil {
		t.Errorf("got %v, %v", same, err)
	}
	b.Settings.Seed = 1
	if same, _ := sameSpec(a, b); same {
		t.Error("another seed is the same")
	}
}

func FuzzDecodeRecord(f *testing.F) {
	f.Add(golden(f))
	f.Add([]byte(`{"schema":"tourmaline/job/v1","State":"x","state":"y","kept":null,"more":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRecord(data)
		if err != nil {
			return
		}
		written, err := r.encode()
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := decodeRecord(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		r.read, again.read = nil, nil
		was, errWas := r.encode()
		is, errIs := again.encode()
		if !bytes.Equal(was, is) || errWas != nil || errIs != nil {
			t.Errorf("%s became %s", was, is)
		}
	})
}

func FuzzDecodeEvent(f *testing.F) {
	f.Add([]byte(`{"state":"running","worker":"w","epoch":2,"progress":{"step":1,"seconds":0.5,"cost":3}}`))
	f.Add([]byte(`{"state":"running","progress":{"islands":[]},"kept":{"islands":[1,2]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := decodeEvent(data)
		if err != nil {
			return
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := decodeEvent(text); err != nil || !reflect.DeepEqual(e, again) {
			t.Errorf("%+v became %+v: %v", e, again, err)
		}
	})
}

// A worker cannot make a hub retain more data than an event needs.
func TestEventsAreBounded(t *testing.T) {
	event := func(islands int) []byte {
		return []byte(`{"state":"running","progress":{"islands":[1` + strings.Repeat(",1", islands-1) + `]}}`)
	}
	e, err := decodeEvent(event(100))
	if err != nil || len(e.Progress.Islands) != job.MaxIslands || cap(e.Progress.Islands) != job.MaxIslands {
		t.Errorf("%+v, %v: expected %d islands and no room for more", e.Progress, err, job.MaxIslands)
	}
	if _, err := decodeEvent(event(maxEventSize)); err == nil {
		t.Errorf("an event of %d bytes was read", len(event(maxEventSize)))
	}
}

// A record that names a different key is rejected, so that it cannot expose another tenant's job.
func TestARecordIsThatOfItsKey(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	data, err := r.encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.records.Put(t.Context(), key("other", r.ID), data); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Get(t.Context(), "other", r.ID); !errors.Is(err, errUnreadable) {
		t.Errorf("expected %v, found %+v, %v", errUnreadable, found, err)
	}
}
