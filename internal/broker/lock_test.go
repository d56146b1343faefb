package broker

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
)

// TestMain runs the tests or, as the other process, runs a broker until its input closes.
func TestMain(m *testing.M) {
	dir := os.Getenv("BROKER_TEST_DIR")
	if dir == "" {
		os.Exit(m.Run())
	}
	e, err := Start(context.Background(), Options{Dir: dir})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	e.Shutdown()
}

func TestAFolderHasOneBroker(t *testing.T) {
	dir := t.TempDir()
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), "BROKER_TEST_DIR="+dir)
	_, err := other.StdinPipe() // stays open until the process is killed
	must(t, "pipe", err)
	out, err := other.StdoutPipe()
	must(t, "pipe", err)
	must(t, "start", other.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	refused(t, Options{Dir: dir}, "another server uses", dir)

	must(t, "kill", other.Process.Kill())
	_ = other.Wait() // fails, because the process was killed
	start(t, Options{Dir: dir})
	refused(t, Options{Dir: dir}, "another server uses", dir)
}
