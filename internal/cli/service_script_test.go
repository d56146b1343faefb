package cli

import (
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// serving FILE waits until a service is ready, and sets SERVER and ENGINE to its URLs.
func serving(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serving FILE")
	}
	text, ok := appears(ts.MkAbs(args[0]))
	if !ok {
		ts.Fatalf("no service is ready after %v", startTime)
	}
	page, engine, _ := strings.Cut(strings.TrimSpace(text), "\n")
	ts.Setenv("SERVER", page)
	ts.Setenv("ENGINE", engine)
}

// startTime is the maximum time that a service takes to start on a busy machine.
const startTime = 20 * time.Second

// appears waits until a file exists and returns its content. The file must be written atomically.
func appears(path string) (text string, ok bool) {
	for end := time.Now().Add(startTime); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if data, err := os.ReadFile(path); err == nil {
			return string(data), true
		}
	}
	return "", false
}

// remember NAME FILE sets a variable to the content of a file.
func remember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: remember NAME FILE")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

// fetch PATH FILE downloads a resource of the service to a file. With a third argument, it posts
// that JSON and stores the response.
func fetch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: fetch PATH FILE [JSON]")
	}
	url := ts.Getenv("SERVER") + args[0]
	var resp *http.Response
	var err error
	if len(args) == 2 {
		resp, err = http.Get(url)
	} else {
		resp, err = http.Post(url, "application/json", strings.NewReader(args[2]))
	}
	ts.Check(err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	ts.Check(err)
	if resp.StatusCode >= http.StatusBadRequest {
		ts.Fatalf("%s: %s\n%s", args[0], resp.Status, data)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o600))
}
