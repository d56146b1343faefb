package interrupted

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// TestInterrupts passes twice: without a fault, and with the first one. Its third run interrupts
// the process that started it, and then hangs until it is killed.
func TestInterrupts(t *testing.T) {
	runs := os.Getenv("MUTATE_RUNS")
	text, err := os.ReadFile(runs)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(runs, append(text, '.'), 0o644); err != nil {
		t.Fatal(err)
	}
	if len(text) < 2 {
		return
	}
	if err := syscall.Kill(os.Getppid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Hour) // select {} would be a deadlock, which ends the process
}
