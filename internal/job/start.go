package job

import (
	"bytes"
	"encoding/json"
	"regexp"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A StartFrom names the solution that a search starts from. The result is never worse than that
// solution. At most one field is set.
type StartFrom struct {
	Job     string `json:"job,omitempty" flag:"start-from" value:"id" maxlen:"64" usage:"earlier job of the same tenant whose solution the search starts from; the result is never worse"`
	Content string `json:"content,omitempty" flag:"-" usage:"content of a small file with the solution that the search starts from, such as a tour; the result is never worse"`
	// Solution replaces Content in a stored job, because servers keep all jobs in memory.
	Solution string `json:"solution,omitempty" flag:"-" form:"^sha256:[0-9a-f]{64}$" usage:"hash of the content; set by the server"`

	given []byte // Content of a submission
}

// Given returns the solution that was part of a submission, or nil.
func (s StartFrom) Given() []byte { return s.given }

// Stored returns the form in which a job is stored, without the solution itself.
func (s StartFrom) Stored() StartFrom {
	s.given = nil
	return s
}

// take replaces the solution in a submission by its hash.
func (s *StartFrom) take() {
	if s.Content == "" {
		return
	}
	s.given = []byte(s.Content)
	s.Content, s.Solution = "", Hash(s.given)
}

const (
	startJobField     = "start_from.job"
	startContentField = "start_from.content"
)

var jobForm = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// validate reports every fault that does not depend on the solution.
func (s StartFrom) validate() error {
	switch {
	case s.Job != "" && (s.Content != "" || s.Solution != ""):
		return fault(BadField, startJobField, " cannot be combined with start_from.content: expected one of them")
	case s.Job != "" && !jobForm.MatchString(s.Job):
		return fault(BadField, startJobField, ": expected the id of a job, found %s", budget.Quote(s.Job))
	case s.Solution != "" && !hashForm().MatchString(s.Solution):
		return fault(BadField, "start_from.solution", ": expected a hash that the server has set, found %s", budget.Quote(s.Solution))
	}
	return nil
}

// Field returns the path of the field that names the solution.
func (s StartFrom) Field() string {
	if s.Job != "" {
		return startJobField
	}
	return startContentField
}

// ReadStart reads a solution in the formats of solution files and checks it against the instance. A
// solution of another instance is valid if it contains the same cities.
func (in *Input) ReadStart(data []byte) (solution any, cost float64, err error) {
	if in.Document == nil {
		solution, cost, _, err = in.Problem.ReadSolution(data, startName)
		return solution, cost, err
	}
	of := in.Document.Instance
	tour, _, err := format.ReadTour(bytes.NewReader(data), startName, of)
	if err == nil {
		err = of.Check(tour)
	}
	if err != nil {
		return nil, 0, err
	}
	return tour, of.Cost(tour), nil
}

// startName is the name of a start solution in error messages.
const startName = "start solution"

// BadStart returns the fault for a start solution that does not suit the instance.
func BadStart(s StartFrom, err error) error {
	return fault(BadField, s.Field(), ": this is not a solution of the instance: %s", budget.Message(err.Error()))
}

// WorseThanStart returns the fault for a result that is worse than the start solution of its job.
func WorseThanStart(cost, start float64) error {
	return bad("cost", "%v is worse than the start solution, which costs %v", cost, start)
}

// SolutionOf returns the part of a result that ReadStart reads.
func SolutionOf(result []byte) ([]byte, error) {
	var part struct {
		Tour     json.RawMessage `json:"tour,omitempty"`
		Solution json.RawMessage `json:"solution,omitempty"`
	}
	if err := json.Unmarshal(result, &part); err != nil {
		return nil, bad("solution", "%v", err)
	}
	return json.Marshal(part)
}
