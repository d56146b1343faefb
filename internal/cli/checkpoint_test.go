package cli

import (
	"bytes"
	"io"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// Of two new searches with the same checkpoint file, one is refused, whether or not the other one
// has already written the file.
func TestACheckpointHasOneOwner(t *testing.T) {
	// the command leaves its signal handlers installed until its process exits
	t.Cleanup(func() { signal.Reset(append(term.EndSignals(), term.PipeSignals()...)...) })
	folder := t.TempDir()
	input, saved := filepath.Join(folder, "stops.csv"), filepath.Join(folder, "c")
	testkit.WriteFile(t, input, stopsText(200))
	search := func(seed string, more ...string) (code int, said string) {
		var errs bytes.Buffer
		args := []string{"solve", input, "-a", "ils", "-q", "--seed", seed, "--max-steps", "20", "--checkpoint", saved}
		code = streams{io.Discard, &errs, outfile.OS()}.main(append(args, more...))
		return code, errs.String()
	}
	codes := make(chan int)
	for _, seed := range []string{"1", "2"} {
		go func() {
			code, _ := search(seed)
			codes <- code
		}()
	}
	if got := []int{<-codes, <-codes}; !slices.Contains(got, exitOK) || !slices.Contains(got, exitUsage) {
		t.Errorf("two searches end with the exit codes %v, want one of each of %d and %d", got, exitOK, exitUsage)
	}
	release, err := outfile.Own(saved)
	if err != nil {
		t.Fatal(err)
	}
	if code, said := search("1", "--resume"); code != exitUsage || !strings.Contains(said, "still running") {
		t.Errorf("with an owner: exit code %d, %q", code, said)
	}
	release()
	if left, err := filepath.Glob(filepath.Join(folder, ".c.tourmaline-*")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}
