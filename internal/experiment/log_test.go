package experiment_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

func openLog(t *testing.T, path string) *experiment.Log {
	t.Helper()
	l, err := experiment.OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func closeLog(t *testing.T, l *experiment.Log) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func record(key string, cost float64) experiment.Record {
	return experiment.Record{Schema: experiment.Schema, Key: key, Result: &tourmaline.Result{Cost: cost}}
}

func add(t *testing.T, l *experiment.Log, records ...experiment.Record) {
	t.Helper()
	for _, r := range records {
		if err := l.Add(r); err != nil {
			t.Fatal(err)
		}
	}
}

// A log loses only an incomplete last line, wherever a kill has truncated it.
func TestLogForgetsOnlyWhatWasCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.ndjson")
	l := openLog(t, path)
	add(t, l, record("a", 1), record("b", 2))
	closeLog(t, l)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(whole, '\n') + 1
	for size := first; size < len(whole); size++ {
		if err := os.WriteFile(path, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		l := openLog(t, path)
		if !l.Has("a") || l.Has("b") {
			t.Fatalf("after %d of %d bytes: a %v, b %v, want a only", size, len(whole), l.Has("a"), l.Has("b"))
		}
		add(t, l, record("b", 2))
		closeLog(t, l)
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("after %d of %d bytes the log became %q, %v", size, len(whole), again, err)
		}
	}
}

func TestResultReplacesFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.ndjson")
	l := openLog(t, path)
	failed := record("a", 0)
	failed.Result, failed.Error = nil, "no memory"
	add(t, l, failed, record("b", 2))
	if l.Has("a") {
		t.Error("a failure counts as done")
	}
	add(t, l, record("a", 1), record("a", 3))
	closeLog(t, l)
	all, err := experiment.ReadLog(path)
	if err != nil || len(all) != 2 || all[0].Result == nil || all[0].Result.Cost != 1 {
		t.Errorf("%d records, %+v, %v", len(all), all, err)
	}
}

// zeros is an endless reader of zeros.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += len(p)
	return len(p), nil
}

// A device without an end is rejected after a few bytes.
func TestEndlessFiles(t *testing.T) {
	z := &zeros{}
	if _, err := experiment.ReadRecords(z, "zero"); err == nil || !strings.Contains(err.Error(), "zero:1: found") || z.read > 2<<20 {
		t.Errorf("records: %v after %d bytes", err, z.read)
	}
	z = &zeros{}
	if _, err := experiment.ReadPlan(z, "zero"); !errors.Is(err, budget.ErrTooLarge) || z.read > 3<<20 {
		t.Errorf("a plan: %v after %d bytes", err, z.read)
	}
}

func TestLogsThatAreNone(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ name, text, want string }{
		{"other", "{\"schema\":\"tourmaline/result/v1\"}\n", `other:1: schema "tourmaline/result/v1": expected "tourmaline/run/v1"`},
		{"text", "\nhello\n", "text:2: not a run record"},
		{"empty", "", "the file contains no records"},
		{"long", strings.Repeat("x", 3<<20), `long:1: found "` + strings.Repeat("x", 40) + `"…, expected a run record`},
		{"blank", strings.Repeat(" ", 3<<20) + "x", `expected a run record`},
	} {
		path := filepath.Join(folder, c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := experiment.ReadLog(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if got, _ := os.ReadFile(path); string(got) != c.text {
			t.Errorf("%s has changed", c.name)
		}
	}
	for _, text := range []string{"\nhello\n", "a line without an end", `{"schema":"tourmaline/result/v1"}`} {
		path := filepath.Join(folder, "text")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := experiment.OpenLog(path); err == nil {
			t.Errorf("%q is no log to add to", text)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// A log keeps the text of commands as it is, and skips empty lines.
func TestLogKeepsTexts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.ndjson")
	l := openLog(t, path)
	r := record("a", 1)
	r.Command = "cd <x> && tourmaline"
	add(t, l, r)
	closeLog(t, l)
	whole, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(whole), r.Command) {
		t.Errorf("%s, %v", whole, err)
	}
	if err := os.WriteFile(path, append([]byte("\n \n"), whole...), 0o600); err != nil {
		t.Fatal(err)
	}
	if all, err := experiment.ReadLog(path); err != nil || len(all) != 1 || all[0].Command != r.Command {
		t.Errorf("%+v, %v", all, err)
	}
	l = openLog(t, path)
	defer closeLog(t, l)
	if !l.Has("a") || l.Has("b") {
		t.Error("the log lost a record")
	}
}

func TestMissingLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "log.ndjson")
	if all, err := experiment.ReadLog(path); all != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%+v, %v", all, err)
	}
	if _, err := experiment.OpenLog(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestLogHasOneWriter(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("locks need a Unix")
	}
	path := filepath.Join(t.TempDir(), "log.ndjson")
	first := openLog(t, path)
	if _, err := experiment.OpenLog(path); err == nil || !strings.Contains(err.Error(), "another program is writing to it") {
		t.Errorf("a second writer: error %v", err)
	}
	closeLog(t, first)
	closeLog(t, openLog(t, path))
}

// A log with records that share seeds cannot be continued with runs that have their own.
func TestFormerRecordsAreNotMixed(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"a"})
	path := filepath.Join(t.TempDir(), "log")
	l := openLog(t, path)
	defer closeLog(t, l)
	add(t, l, record(runs[3].FormerKey(), 1))
	if err := bench().Run(t.Context(), p.Title, runs, l); !errors.Is(err, experiment.ErrFormer) || len(l.Of(runs)) != 0 {
		t.Errorf("error %v, %d records", err, len(l.Of(runs)))
	}
	if records, err := experiment.ReadLog(path); err != nil || len(records) != 1 || !records[0].Former() {
		t.Errorf("%+v, %v", records, err)
	}
}

// A plan uses the records of another plan that ran the same, under its own names.
func TestRecordsOfAnotherPlan(t *testing.T) {
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	defer closeLog(t, l)
	p, other := readPlan(t, small), readPlan(t, strings.ReplaceAll(small, "few ants", "a few"))
	for _, made := range []*experiment.Plan{p, other} {
		runs := made.Schedule([]string{"a"})
		b := bench()
		done := 0
		b.Watch = func(s experiment.Status) {
			if s.Record != nil {
				done++
			}
		}
		if err := b.Run(t.Context(), made.Title, runs, l); err != nil || (done == len(runs)) != (made == p) {
			t.Errorf("%d of %d runs, %v", done, len(runs), err)
		}
		for i, r := range l.Of(runs) {
			if r.Contestant != runs[i].Contestant.Name || r.Former() || r.Setup != runs[i].Setup() || r.Run != runs[i].Number {
				t.Errorf("%+v of %+v", r, runs[i])
			}
		}
	}
}
