package experiment

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

// Schema names the form of a record's JSON.
const Schema = "tourmaline/run/v1"

// A Record is what a run leaves behind: one line of a log.
type Record struct {
	Schema     string    `json:"schema"`
	Key        string    `json:"key"`  // of the run
	Plan       string    `json:"plan"` // its title
	Instance   string    `json:"instance"`
	Contestant string    `json:"contestant"`
	Seed       uint64    `json:"seed"`
	Limits     Limits    `json:"limits"`
	Command    string    `json:"command"` // makes the same run again
	Started    time.Time `json:"started"`

	Machine Machine `json:"machine"`
	Load    Load    `json:"load"`
	Busy    bool    `json:"busy"` // others kept the machine busy beside it: see Load

	Result *tourmaline.Result `json:"result,omitempty"`
	Error  string             `json:"error,omitempty"` // why there is no result
}

// A Machine is what an experiment ran on.
type Machine struct {
	OS      string   `json:"os"`
	Arch    string   `json:"arch"`
	CPU     string   `json:"cpu"`   // its model, where the system tells
	Cores   int      `json:"cores"` // that Go may use
	MHz     float64  `json:"mhz,omitzero"`
	Devices []string `json:"devices"`
	Go      string   `json:"go"`
	Version string   `json:"version"` // of Tourmaline
}

// A Load is how busy the machine was with other things.
type Load struct {
	Before *float64 `json:"before"` // mean number of running programs in the minute before; null: the system does not tell
	After  *float64 `json:"after"`
	Others *float64 `json:"others"` // cores that other programs kept busy during the run; null: it was too short to tell
}
