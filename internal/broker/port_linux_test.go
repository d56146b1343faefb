package broker

import (
	"os"
	"strings"
	"testing"
)

// TestNoPortUnlessAskedFor counts the ports on which this process listens.
func TestNoPortUnlessAskedFor(t *testing.T) {
	before := listening(t)
	e := start(t, Options{Dir: t.TempDir()})
	if after := listening(t); after != before || e.URL() != "" {
		t.Errorf("%d ports are open, %q is the address, expected %d and none", after, e.URL(), before)
	}
	e = start(t, Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if after := listening(t); after != before+1 || e.URL() == "" {
		t.Errorf("%d ports are open, %q is the address, expected %d and one", after, e.URL(), before+1)
	}
}

// listening counts the listening sockets of this process.
func listening(t *testing.T) int {
	t.Helper()
	waiting := map[string]bool{}
	for _, table := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue // the machine has no IPv6
		}
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) > 9 && f[3] == "0A" {
				waiting["socket:["+f[9]+"]"] = true
			}
		}
	}
	numbers, err := os.ReadDir("/proc/self/fd")
	must(t, "list open files", err)
	n := 0
	for _, number := range numbers {
		if name, err := os.Readlink("/proc/self/fd/" + number.Name()); err == nil && waiting[name] {
			n++
		}
	}
	return n
}
