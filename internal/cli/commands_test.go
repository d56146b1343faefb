package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// command returns a command that runs the tourmaline binary that testscript put on the path, and
// its two output buffers.
func command(ts *testscript.TestScript, args []string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	c := exec.Command("tourmaline", args...)
	for _, dir := range []string{"PATH"} {
		if path, err := lookPath(ts, ts.Getenv(dir)); err == nil {
			c.Path, c.Err = path, nil
		}
	}
	var out, errs bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = ts.Getenv("WORK"), &out, &errs
	c.Env = os.Environ()
	for _, name := range []string{"OCL_ICD_VENDORS", "XDG_CACHE_HOME", "POCL_CACHE_DIR", "TMPDIR"} {
		c.Env = append(c.Env, name+"="+ts.Getenv(name))
	}
	return c, &out, &errs
}

func lookPath(ts *testscript.TestScript, path string) (string, error) {
	old := os.Getenv("PATH")
	ts.Check(os.Setenv("PATH", path))
	defer func() { ts.Check(os.Setenv("PATH", old)) }()
	return exec.LookPath("tourmaline")
}

// exitCodeIs implements the script command exitcode N ARGS..., which runs tourmaline and expects
// the exit code N. It writes standard output and standard error to the files "out" and "err", where
// the script can match them.
func exitCodeIs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exitcode N ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	c, out, errs := command(ts, args[1:])
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	ts.Check(os.WriteFile(ts.MkAbs("err"), errs.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("out"), out.Bytes(), 0o644))
	if got := c.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, out, errs)
	}
}

// validate FILE checks a result against the schema in docs. validate FILE NAME checks it against a
// different schema there.
func validate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: validate FILE [NAME]")
	}
	path := ts.Getenv("SCHEMA")
	if len(args) == 2 {
		path = filepath.Join(filepath.Dir(path), args[1]+".schema.json")
	}
	schema, err := jsonschema.NewCompiler().Compile(path)
	ts.Check(err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(ts.ReadFile(args[0]))))
	ts.Check(err)
	ts.Check(schema.Validate(value))
}

// interrupt ARGS... runs tourmaline, sends it the signal of Ctrl-C once it shows progress, and
// expects the exit code 0.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	c, out, _ := command(ts, append(args, "--progress", "json"))
	c.Stderr = nil
	errs, err := c.StderrPipe()
	ts.Check(err)
	ts.Check(c.Start())
	// progress appears after the first step, so the search is running
	for first := []byte{0}; first[0] != '{'; {
		_, err = errs.Read(first)
		ts.Check(err)
	}
	ts.Check(c.Process.Signal(os.Interrupt))
	var rest bytes.Buffer // remaining output on standard error
	done := make(chan error, 1)
	go func() {
		_, _ = rest.ReadFrom(errs)
		done <- c.Wait()
	}()
	select {
	case err := <-done:
		ts.Check(err)
	case <-time.After(20 * time.Second):
		_ = c.Process.Kill()
		ts.Fatalf("still running 20 s after the interrupt")
	}
	if neg {
		ts.Fatalf("unexpected success")
	}
	ts.Check(os.WriteFile(ts.MkAbs("err"), rest.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("out"), out.Bytes(), 0o644))
}

// sameResult implements the script command sameresult GOT WANT, which compares two results,
// ignoring times, threads and devices.
func sameResult(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: sameresult GOT WANT")
	}
	err := testkit.SameResult([]byte(ts.ReadFile(args[0])), []byte(ts.ReadFile(args[1])))
	switch {
	case neg && err == nil:
		ts.Fatalf("%s and %s are the same", args[0], args[1])
	case !neg:
		ts.Check(err)
	}
}

// condition evaluates the conditions of scripts: [data] holds if there are benchmark instances (if
// the environment promises them and they are missing, it is an error), and [double] holds if the
// first device supports double precision.
func condition(t *testing.T, name string) (bool, error) {
	switch name {
	case "data":
		_, ok := testkit.Find()
		if !ok && os.Getenv(testkit.Require) != "" {
			return false, errors.New("no benchmark data, which " + testkit.Require + " promises")
		}
		return ok, nil
	case "double":
		return cltest.Device(t).Info().Double, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}
