package experiment

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

// Schema identifies the JSON format of a record.
const Schema = "tourmaline/run/v1"

// A Record is the outcome of a run: one line of a log.
type Record struct {
	Schema     string    `json:"schema"`
	Key        string    `json:"key"`  // of the run
	Plan       string    `json:"plan"` // its title
	Instance   string    `json:"instance"`
	Contestant string    `json:"contestant"`
	Seed       uint64    `json:"seed"`
	Limits     Limits    `json:"limits"`
	Command    string    `json:"command"` // repeats the run
	Started    time.Time `json:"started"`

	Machine Machine `json:"machine"`
	Load    Load    `json:"load"`
	Busy    bool    `json:"busy"` // other programs disturbed the run: see Load

	Result *tourmaline.Result `json:"result,omitempty"`
	Error  string             `json:"error,omitempty"` // why there is no result
}

// A Machine describes where an experiment ran.
type Machine struct {
	OS      string   `json:"os"`
	Arch    string   `json:"arch"`
	CPU     string   `json:"cpu"`   // its model, if known
	Cores   int      `json:"cores"` // available to Go
	MHz     float64  `json:"mhz,omitzero"`
	Devices []string `json:"devices"`
	Go      string   `json:"go"`
	Version string   `json:"version"` // of Tourmaline
}

// A Load describes what other programs did during a run.
type Load struct {
	Before *float64 `json:"before"` // load average of the previous minute; null if unknown
	After  *float64 `json:"after"`
	Others *float64 `json:"others"` // cores that other programs kept busy; null if the run was too short
}
