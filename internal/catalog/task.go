package catalog

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Task is an instance of some problem that can be searched.
type Task interface {
	Info() Info
	// Known is what the world knows of the best solution, if anything.
	Known() (Known, bool)
	// Check reads a solution from a file, and costs it.
	Check(data []byte, name string) (cost float64, err error)
	// Begin chooses the algorithm and sets its parameters; the work is done in steps.
	Begin(o Order) (Run, error)
}

// ErrNoSolution says that a file has something that is no solution of the instance.
var ErrNoSolution = errors.New("not a solution")

// Info says what an instance is.
type Info struct {
	Name    string `json:"name"`
	Problem string `json:"problem"`
	N       int    `json:"n"`
	Unit    string `json:"unit"` // of the cost, empty where nobody said
	Hash    string `json:"hash"`
}

// Known is a cost that has been published.
type Known struct {
	Value  float64
	Proven bool // nothing is cheaper
}

// Gap is how much a cost is over what is known, in percent. There is none over zero.
func (k Known) Gap(cost float64) (percent float64, ok bool) {
	if k.Value == 0 {
		return 0, cost == 0
	}
	gap := (cost/k.Value - 1) * 100
	if k.Value < 0 { // what is maximised costs less than nothing
		gap = -gap
	}
	return gap, true
}

// An Order is how to search.
type Order struct {
	Algorithm string            // "" or Auto: the one that suits
	Params    map[string]string // by name; the rest are defaults
	Seed      uint64
	Host      Host
}

// A Run is a search under way, for solutions of whatever kind.
type Run interface {
	search.Searcher[any]
	search.Pacer
	Algorithm() string
	Params() Params
	Device() device.Device // nil: the threads do everything
	Prepared() bool        // the search itself has begun
	Phases() []Phase
	// Judge has the best solution checked and costed from scratch, and returns it
	// as a result shows it.
	Judge(claimed float64) (solution any, cost float64, err error)
	Close() error
}
