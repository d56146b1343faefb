package experiment

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// Schema identifies the JSON format of a record.
const Schema = "tourmaline/run/v1"

// A Record is the outcome of a run: one line of a log.
type Record struct {
	Schema     string    `json:"schema"`
	Key        string    `json:"key"`  // key of the run
	Plan       string    `json:"plan"` // title of the plan
	Instance   string    `json:"instance"`
	Contestant string    `json:"contestant"`
	Setup      string    `json:"setup,omitempty"` // hash of the run without its seed; "" in former records
	Run        int       `json:"run,omitzero"`    // number of the run; 0 in former records
	Seed       uint64    `json:"seed"`
	Paired     bool      `json:"paired,omitzero"` // all contestants have the same seeds
	Limits     Limits    `json:"limits"`
	Warmup     int       `json:"warmup,omitzero"` // number of warm-up runs
	Command    string    `json:"command"`         // command that repeats the run
	Started    time.Time `json:"started"`

	Machine Machine `json:"machine"`
	Load    Load    `json:"load"`
	Busy    bool    `json:"busy"` // other programs disturbed the run; see Load

	Result *tourmaline.Result `json:"result,omitempty"`
	Error  string             `json:"error,omitempty"` // reason why there is no result
}

// Former reports whether the record is from a version in which all contestants had the same seeds,
// and keys contained the names in the plan.
func (r *Record) Former() bool { return r.Run == 0 }

// A Machine describes the machine on which an experiment ran.
type Machine struct {
	OS      string   `json:"os"`
	Arch    string   `json:"arch"`
	CPU     string   `json:"cpu"`   // processor model, if known
	Cores   int      `json:"cores"` // number of cores available to Go
	MHz     float64  `json:"mhz,omitzero"`
	Devices []string `json:"devices"`
	Go      string   `json:"go"`
	Version string   `json:"version"` // version of Tourmaline
}

// String describes the version and the machine in one line.
func (m Machine) String() string {
	text := "version " + cmp.Or(m.Version, "unknown")
	if !Committed(m.Version) {
		text += " (not a committed version)"
	}
	text += fmt.Sprintf(" on %s, %s, %s/%s, %s", cmp.Or(m.CPU, "an unknown processor"), humanize.Count(m.Cores, "core"), m.OS, m.Arch, m.Go)
	if len(m.Devices) > 0 {
		text += "; " + strings.Join(m.Devices, ", ")
	}
	return text
}

// A Load describes the load of other programs during a run.
type Load struct {
	Before *float64 `json:"before"` // load average of the previous minute; null if unknown
	After  *float64 `json:"after"`
	// Others is the number of cores that other programs kept busy. It is null if it is unknown or
	// the run was too short.
	Others *float64 `json:"others"`
}
