package cli

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
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

// A checkpoint with a correct checksum but a damaged state is resumed or rejected as an invalid
// input, for every algorithm.
func TestADamagedStateIsAnInputError(t *testing.T) {
	dir := t.TempDir()
	saved, result := filepath.Join(dir, "c"), filepath.Join(dir, "r.json")
	rejected := 0
	for _, pair := range resumePairs(t, dir, 1) {
		args := slices.Concat([]string{"solve"}, pair.args, []string{"-q", "--checkpoint", saved, "-o", result, "--max-steps"})
		_ = os.Remove(saved) // the first search has no checkpoint
		mustRun(t, append(args, "2")...)
		header, payload, err := checkpoint.Read(bytes.NewReader(readAll(t, saved)), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		const places = 16
		for i := range places {
			damaged := slices.Clone(payload)
			damaged[(len(payload)-1)*(i+1)/places] ^= 0xff
			data, err := checkpoint.Encode(header, damaged)
			if err != nil {
				t.Fatal(err)
			}
			testkit.WriteFile(t, saved, string(data))
			code := blamesUser(t, append(args, "4", "--resume")...)
			if code != exitOK && code != exitInput {
				t.Errorf("%s, damaged at place %d of %d: exit code %d", pair.name, i+1, places, code)
			}
			if code == exitInput {
				rejected++
			}
		}
	}
	if rejected == 0 {
		t.Error("no damaged state was rejected")
	}
	t.Logf("%d rejected", rejected)
}
