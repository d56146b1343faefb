package broker

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestLevels(t *testing.T) {
	var out bytes.Buffer
	j := newLogger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: levelDetail})))
	j.Noticef("starting %d", 1)
	j.started()
	j.Noticef("new leader")
	j.Warnf("slow")
	j.Errorf("broken")
	j.Debugf("client")
	j.stopping()
	j.Noticef("bye")
	j.Fatalf("cannot %s", "go on")
	j.Fatalf("a consequence")
	var got []string
	for line := range strings.Lines(out.String()) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		got = append(got, rest)
	}
	want := `level=DEBUG msg="starting 1" part=broker
level=INFO msg="new leader" part=broker
level=WARN msg=slow part=broker
level=ERROR msg=broken part=broker
level=DEBUG-4 msg=client part=broker
level=DEBUG msg=bye part=broker
level=ERROR msg="cannot go on" part=broker
level=ERROR msg="a consequence" part=broker`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), want)
	}
	if err := j.fatal(); err == nil || err.Error() != "cannot go on" {
		t.Errorf("%v ended the start, expected the first", err)
	}
}

// The server formats debug messages only if they are logged.
func TestDebugMessagesAreFormattedIfLogged(t *testing.T) {
	for level, want := range map[slog.Level]bool{levelDetail: true, slog.LevelDebug: false, slog.LevelInfo: false} {
		l := newLogger(slog.New(slog.NewTextHandler(new(bytes.Buffer), &slog.HandlerOptions{Level: level})))
		if l.debug() != want {
			t.Errorf("level %v: %t, expected %t", level, l.debug(), want)
		}
	}
	if l := newLogger(nil); l.debug() || l.fatal() != nil {
		t.Error("a logger without a target logs")
	}
}

func TestNothingIsSaidWhenNothingHappens(t *testing.T) {
	var out bytes.Buffer
	dir := t.TempDir()
	o := withWorkers(dir)
	o.Log = slog.New(slog.NewTextHandler(&out, nil))
	e := start(t, o)
	running := func() {
		t.Helper()
		if level := e.log.notices.Level(); level != slog.LevelInfo {
			t.Errorf("notices of a running server have level %v, expected info", level)
		}
	}
	running()
	createStreams(t, connect(t, e), 1)
	serve(t, e)
	w := join(t, e.URL(), filepath.Join(dir, workerFile))
	echo(t, w, "default", 1)
	must(t, "reload", e.reload())
	echo(t, w, "default", 1)
	running()
	w.Close()
	e.Shutdown()
	if out.Len() > 0 {
		t.Errorf("the log has\n%sexpected nothing", &out)
	}
}

// A worker that sends many messages that it is not permitted to send does not fill the log.
func TestAWorkerDoesNotFillTheLog(t *testing.T) {
	var out bytes.Buffer
	dir := t.TempDir()
	o := withWorkers(dir)
	o.Log = slog.New(slog.NewTextHandler(&out, nil))
	e := start(t, o)
	w := join(t, e.URL(), filepath.Join(dir, workerFile))
	for range 2000 {
		must(t, "publish", w.Publish("$KV.JOBSTATE.a.1", nil))
	}
	must(t, "flush", w.Flush())
	w.Close()
	e.Shutdown()
	if n := strings.Count(out.String(), "\n"); n == 0 || n > maxLines {
		t.Errorf("%d lines, expected 1 to %d", n, maxLines)
	}
	ok, left := e.log.clients.take(time.Now().Add(linesPeriod))
	if !ok || left != 2000-maxLines {
		t.Errorf("the next message is logged: %t, %d were left out, expected %d", ok, left, 2000-maxLines)
	}
}
