package broker

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// refused checks that a broker does not start and that the error contains the given words.
func refused(t *testing.T, o Options, words ...string) {
	t.Helper()
	e, err := Start(t.Context(), o)
	if err == nil {
		e.Shutdown()
		t.Errorf("%+v started, expected a refusal", o)
		return
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q, expected %q in it", err, word)
		}
	}
}

func TestAddressesInPlainTextStayOnThisMachine(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:4222", "example.org:4222", "[2001:db8::1]:4222"} {
		refused(t, Options{Dir: t.TempDir(), Listen: address}, "Listen "+address, "TLS")
		refused(t, Options{Dir: t.TempDir(), Name: "a", Listen: "127.0.0.1:0", Cluster: address}, "Cluster "+address, "TLS")
		if err := (Options{Dir: "x", Listen: address, Cluster: address, Name: "a", TLS: &TLS{}}).check(); err != nil {
			t.Errorf("%s with TLS: %v", address, err)
		}
	}
	for _, address := range []string{"localhost:0", "127.0.0.1:0", "127.9.9.9:1", "[::1]:4222"} {
		if err := (Options{Dir: "x", Listen: address}).check(); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestBadOptions(t *testing.T) {
	dir := t.TempDir()
	refused(t, Options{}, "Dir is missing")
	refused(t, Options{Dir: dir, Listen: "4222"}, "Listen", `"4222"`, "host:port")
	refused(t, Options{Dir: dir, Listen: "127.0.0.1:70000"}, "Listen", "65535")
	refused(t, Options{Dir: dir, Cluster: "127.0.0.1:0"}, "Name is missing")
	refused(t, Options{Dir: dir, Name: "a", Cluster: "127.0.0.1:0"}, "Cluster 127.0.0.1:0 without Listen")
	refused(t, Options{Dir: dir, Routes: []string{"127.0.0.1:1"}}, "without Cluster")
	refused(t, Options{Dir: dir, Name: "a", Listen: "127.0.0.1:0", Cluster: "127.0.0.1:0", Routes: []string{"elsewhere"}}, "Routes", `"elsewhere"`)
	refused(t, Options{Dir: dir, MaxStore: -1}, "MaxStore -1")
	refused(t, Options{Dir: dir, Requests: "work."}, `Requests "work." and Control ""`)
	refused(t, Options{Dir: dir, Control: "control."}, `Requests "" and Control "control."`)
	refused(t, Options{Dir: dir, Requests: "wo rk.", Control: "control."}, "subject")
	refused(t, Options{Dir: dir, Requests: "work.", Control: "con trol."}, "pool local")
	refused(t, Options{Dir: dir, Keys: filepath.Join(dir, "missing", "engine.keys")}, "missing")
	refused(t, Options{Dir: dir, Name: "two words"}, "cannot start the broker")
	refused(t, Options{Dir: dir, TLS: &TLS{Certificate: "no.crt", Key: "no.key"}}, "no.crt")
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, "listen", err)
	defer l.Close()
	address := l.Addr().String()
	dir := t.TempDir()
	refused(t, Options{Dir: dir, Listen: address}, "cannot listen on "+address+": address already in use")
	refused(t, Options{Dir: dir, Name: "a", Listen: "127.0.0.1:0", Cluster: address}, "cannot listen on "+address+": address already in use")
	start(t, Options{Dir: dir}) // the folder is unlocked again
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, "write", os.WriteFile(file, nil, 0o600))
	refused(t, Options{Dir: file}, "data folder "+file, "not a directory")

	occupied := t.TempDir()
	must(t, "write", os.WriteFile(filepath.Join(occupied, "jetstream"), nil, 0o600))
	refused(t, Options{Dir: occupied}, "cannot start the broker", "not a directory")

	blocked := t.TempDir()
	must(t, "mkdir", os.Mkdir(filepath.Join(blocked, "engine.lock"), 0o700))
	refused(t, Options{Dir: blocked}, "cannot write to the data folder "+blocked, "is a directory")

	locked := t.TempDir()
	must(t, "chmod", os.Chmod(locked, 0o500))
	if os.Geteuid() == 0 {
		return // root may write to any folder
	}
	refused(t, Options{Dir: locked}, "data folder "+locked, "permission denied")
}
