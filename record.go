package tourmaline

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"time"
)

// WriteRecord writes a result as one line of JSON for the commands compare and bench, so that
// user-defined algorithms and problems can be compared with built-in ones. The contestant is the
// name of the configuration in the comparison; if it is empty, WriteRecord uses the algorithm name.
// Append the lines of all runs to one file, and compare them:
//
//	tourmaline compare runs.ndjson
//
// If two results have the same contestant, instance, parameters and seed, compare ignores the
// second one.
func WriteRecord(w io.Writer, contestant string, r *Result) error {
	contestant = cmp.Or(contestant, r.Algorithm)
	run, err := json.Marshal([]any{r.Instance.Hash, contestant, r.Algorithm, r.Params, r.Seed})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	key := sha256.Sum256(run)
	type machine struct {
		OS      string   `json:"os"`
		Arch    string   `json:"arch"`
		Cores   int      `json:"cores"`
		Devices []string `json:"devices"`
		Go      string   `json:"go"`
		Version string   `json:"version"`
	}
	return json.NewEncoder(w).Encode(struct {
		Schema     string    `json:"schema"`
		Key        string    `json:"key"`
		Instance   string    `json:"instance"`
		Contestant string    `json:"contestant"`
		Seed       uint64    `json:"seed"`
		Started    time.Time `json:"started"`
		Machine    machine   `json:"machine"`
		Result     *Result   `json:"result"`
	}{
		"tourmaline/run/v1", hex.EncodeToString(key[:12]), r.Instance.Name, contestant, r.Seed,
		time.Now().Add(-time.Duration(r.Seconds * float64(time.Second))).UTC().Truncate(time.Millisecond),
		machine{runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), []string{}, runtime.Version(), r.Version}, r,
	})
}
