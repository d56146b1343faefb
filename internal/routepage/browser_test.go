package routepage

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// patience is the time limit for all browser tests on a busy machine.
const patience = 3 * time.Minute

// A browser is a headless Chromium, controlled over a pipe with the DevTools protocol. Each message
// is JSON, followed by a zero byte.
type browser struct {
	t       *testing.T
	ctx     context.Context
	in      *os.File
	got     chan message
	last    int
	session string
	events  []message
}

// A message is a call, a response or an event.
type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// openBrowser starts Chromium and stops it at the end of the test.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: nobody has looked at the page")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-dev-shm-usage", "--window-size=1200,900", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir())
	c.ExtraFiles = []*os.File{theirIn, theirOut}
	c.Stderr = io.Discard // a pipe, so all its processes have left the folder when Wait returns
	c.WaitDelay = patience
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = theirIn.Close(), theirOut.Close() // the browser has inherited copies
	b := &browser{t: t, ctx: ctx, in: in, got: make(chan message, 1000)}
	go b.read(out)
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil)
		_ = in.Close()
		_ = c.Wait() // the exit status does not matter
		_ = out.Close()
		cancel()
	})
	return b
}

// read forwards the messages of the browser until the browser exits.
func (b *browser) read(out *os.File) {
	defer close(b.got)
	s := bufio.NewScanner(out)
	s.Buffer(nil, 1<<28)
	s.Split(func(data []byte, _ bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, 0); i >= 0 {
			return i + 1, data[:i], nil
		}
		return 0, nil, nil
	})
	for s.Scan() {
		var m message
		if json.Unmarshal(s.Bytes(), &m) == nil {
			select {
			case b.got <- m:
			case <-b.ctx.Done():
				return
			}
		}
	}
}

// attach opens a new tab and subscribes to its events. It replaces the previous tab.
func (b *browser) attach() {
	b.t.Helper()
	b.session = ""
	var target struct{ TargetID, SessionID string }
	b.result(b.call("Target.createTarget", map[string]any{"url": "about:blank"}), &target)
	b.result(b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}), &target)
	b.session = target.SessionID
	for _, domain := range []string{"Page", "Network", "Log", "Runtime"} {
		b.call(domain+".enable", nil)
	}
}

func (b *browser) result(raw json.RawMessage, to any) {
	b.t.Helper()
	if err := json.Unmarshal(raw, to); err != nil {
		b.t.Fatal(err)
	}
}

// next returns the next message.
func (b *browser) next() (message, error) {
	select {
	case m, ok := <-b.got:
		if !ok {
			return m, errors.New("chromium has ended")
		}
		return m, nil
	case <-b.ctx.Done():
		return message{}, fmt.Errorf("chromium did not answer: %w", b.ctx.Err())
	}
}

// call calls a method and returns its result. It stores events that arrive before the result.
func (b *browser) call(method string, params any) json.RawMessage {
	b.t.Helper()
	b.last++
	raw, err := json.Marshal(params)
	if err != nil {
		b.t.Fatal(err)
	}
	text, err := json.Marshal(message{ID: b.last, Session: b.session, Method: method, Params: raw})
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		m, err := b.next()
		switch {
		case err != nil && method == "Browser.close":
			return nil
		case err != nil:
			b.t.Fatalf("%s: %v", method, err)
		case m.ID == b.last && m.Error != nil:
			b.t.Fatalf("%s: %s", method, m.Error)
		case m.ID == b.last:
			return m.Result
		// These are events of this tab or of the browser.
		case m.Method != "" && (m.Session == b.session || m.Session == ""):
			b.events = append(b.events, m)
		}
	}
}

// open opens a page and discards the events of the previous page.
func (b *browser) open(address string) {
	b.t.Helper()
	b.events = nil
	b.call("Page.navigate", map[string]any{"url": address})
	for !b.happened("Page.loadEventFired") {
		m, err := b.next()
		if err != nil {
			b.t.Fatal(err)
		}
		b.events = append(b.events, m)
	}
}

func (b *browser) happened(method string) bool {
	for _, e := range b.events {
		if e.Method == method {
			return true
		}
	}
	return false
}

// saved reports whether a download has finished.
func (b *browser) saved() bool {
	for _, e := range b.events {
		if e.Method == "Browser.downloadProgress" && strings.Contains(string(e.Params), `"completed"`) {
			return true
		}
	}
	return false
}

// eval runs a script in the page, waits for its promise, and returns the result as text.
func (b *browser) eval(script string) string {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value any }
		ExceptionDetails json.RawMessage
	}
	b.result(b.call("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}), &answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", script, answer.ExceptionDetails)
	}
	return fmt.Sprint(answer.Result.Value)
}

// requests returns the URLs that the page has requested, except for own, data and blob URLs.
func (b *browser) requests(own string) (all []string) {
	b.t.Helper()
	for _, e := range b.events {
		if e.Method != "Network.requestWillBeSent" {
			continue
		}
		var p struct{ Request struct{ URL string } }
		b.result(e.Params, &p)
		if p.Request.URL != own && !strings.HasPrefix(p.Request.URL, "data:") && !strings.HasPrefix(p.Request.URL, "blob:") {
			all = append(all, p.Request.URL)
		}
	}
	return all
}

// complaints returns errors, warnings and all other console output.
func (b *browser) complaints() (all []string) {
	for _, e := range b.events {
		switch e.Method {
		case "Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
			all = append(all, string(e.Params))
		}
	}
	return all
}
