package broker

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// The message about a worker of an older release names its pool.
func TestAnOlderWorkerIsNamed(t *testing.T) {
	var out bytes.Buffer
	l := newLogger(slog.New(slog.NewTextHandler(&out, nil)))
	detail := ` - cid:5 - "` + accountPrefix + `gpu/key" - Publish Violation - Subject "$JS.API.INFO"`
	l.writeLimited(slog.LevelError, "127.0.0.1:9%s", []any{detail})
	if text := out.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, olderWorker) || !strings.Contains(text, "pool=gpu ") {
		t.Errorf("logged %s", text)
	}
}

// At most 20 messages about connections are logged in ten seconds. The first message after them says
// how many were left out, and only once.
func TestQuota(t *testing.T) {
	var q quota
	now := time.Now()
	for i := range maxLines {
		if ok, left := q.take(now.Add(time.Duration(i))); !ok || left != 0 {
			t.Fatalf("message %d: logged %t, %d left out", i+1, ok, left)
		}
	}
	end := now.Add(linesPeriod)
	for _, at := range []time.Time{now, end.Add(-1), end.Add(-1)} {
		if ok, left := q.take(at); ok || left != 0 {
			t.Errorf("%v after the first: logged %t, %d left out", at.Sub(now), ok, left)
		}
	}
	for i, want := range []int{3, 0} {
		if ok, left := q.take(end); !ok || left != want {
			t.Errorf("message %d of the next period: logged %t, %d left out, expected %d", i+1, ok, left, want)
		}
	}
	for range maxLines - 2 {
		if ok, left := q.take(end); !ok || left != 0 {
			t.Errorf("logged %t, %d left out", ok, left)
		}
	}
	if ok, _ := q.take(end.Add(linesPeriod - 1)); ok {
		t.Error("the next period has no limit")
	}
}
