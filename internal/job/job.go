// Package job defines the content of a job: the hash of an instance, and the settings for reading
// and solving it. The package reads instances and verifies results. It opens no files and uses no
// network.
//
// The tags of [Spec] describe every field once; see [Field].
package job

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// A Spec specifies the instance of a job and the settings for solving it. It is the body of a
// submission.
type Spec struct {
	Instance  string            `json:"instance" flag:"-" form:"^sha256:[0-9a-f]{64}$" usage:"hash of an uploaded instance"`
	File      string            `json:"file" flag:"-" needed:"true" maxlen:"255" usage:"file name, which determines the format; never used as a path"`
	Problem   string            `json:"problem,omitempty" choices:"problems" usage:"kind of problem in the file" unset:"by file name"`
	Label     string            `json:"label,omitempty" value:"text" maxlen:"200" usage:"text that describes the job to people"`
	Labels    map[string]string `json:"labels,omitempty" kind:"pairs" flag:"labels" value:"name=value" usage:"labels by which jobs can be listed"`
	Reading   Reading           `json:"reading,omitzero" only:"tsp"`
	Route     Route             `json:"route,omitzero" only:"tsp"`
	Fleet     Fleet             `json:"fleet,omitzero" only:"tsp"`
	Schedule  Schedule          `json:"schedule,omitzero" only:"tsp"`
	Settings  Settings          `json:"settings"`
	Bound     bool              `json:"bound,omitempty" only:"tsp" usage:"also compute a lower bound on the cost of every tour, with a certificate that proves it; takes up to a third of the time limit"`
	Placement Placement         `json:"placement,omitzero"`
	StartFrom StartFrom         `json:"start_from,omitzero"`
	// Archipelago names the group of jobs to which the job belongs. Its islands exchange their tours.
	Archipelago string `json:"archipelago,omitempty" only:"tsp" value:"name" form:"^[a-z0-9-]{1,64}$" usage:"group of jobs for the same instance: while they run, they send each other their best tours"`
	Rounds      Rounds `json:"rounds,omitzero" only:"tsp"`
}

// longestSpec is the maximum size of a Spec in bytes of JSON. Servers keep the Specs of all jobs in
// memory, and a record must fit into a message.
const longestSpec = 64 << 10

// Hash returns the hash that identifies the content of a file.
func Hash(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

// Kind returns the name of the problem.
func (s Spec) Kind() string {
	if s.Several() {
		return problems.Vehicles
	}
	return s.content()
}

// Several reports whether the file is a table of stops for several vehicles.
func (s Spec) Several() bool { return s.content() == problems.Tours && s.Fleet.Asked() }

// content returns the problem that the file contains, in which stops for several vehicles are
// cities.
func (s Spec) content() string { return cmp.Or(s.Problem, problems.OfFile(s.File)) }

// Validate reports every fault that does not depend on the instance.
func (s Spec) Validate(limits Limits) error {
	return errors.Join(s.validateTexts(), s.validateLength(), s.validateName(), s.validateProblem(), s.validateLabels(), s.Settings.validate(s.Kind(), limits), s.Placement.validate(), s.StartFrom.validate(), s.validateRounds())
}

var hashForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(field("instance").Pattern) })

// validateTexts checks text fields against their patterns and length limits.
func (s Spec) validateTexts() error {
	var faults []error
	if of := field("instance"); !hashForm().MatchString(s.Instance) {
		faults = append(faults, fault(BadField, of.Path, ": expected sha256: and 64 lower-case hexadecimal digits, found %s", budget.Quote(s.Instance)))
	}
	if of := field("archipelago"); s.Archipelago != "" && !jobForm.MatchString(s.Archipelago) {
		faults = append(faults, fault(BadField, of.Path, ": expected 1 to 64 lower-case letters, digits and hyphens, found %s", budget.Quote(s.Archipelago)))
	}
	of, n := field("label"), utf8.RuneCountInString(s.Label)
	switch {
	case n > of.MaxLength:
		faults = append(faults, fault(BadField, of.Path, ": expected at most %d characters, found %d", of.MaxLength, n))
	case strings.ContainsFunc(s.Label, notPrintable):
		faults = append(faults, fault(BadField, of.Path, ": expected text without control characters, found %s", budget.Quote(s.Label)))
	}
	return errors.Join(faults...)
}

// notPrintable reports whether a character can confuse a terminal or a log: a control character, a
// line or paragraph separator, or a character that changes the direction of the text.
func notPrintable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

func (s Spec) validateLength() error {
	text, err := json.Marshal(s)
	if err == nil && len(text) > longestSpec { // other checks report errors from Marshal
		return &Fault{TooLarge, "", fmt.Sprintf("the job is too large: expected at most %s without its file, found %s", humanize.Bytes(longestSpec), humanize.Bytes(int64(len(text))))}
	}
	return nil
}

func (s Spec) validateName() error {
	of := field("file")
	switch {
	case s.File == "":
		return fault(BadField, of.Path, ": expected a file name, found nothing")
	case len(s.File) > of.MaxLength:
		return fault(BadField, of.Path, ": expected at most %d bytes, found %d", of.MaxLength, len(s.File))
	case strings.ContainsFunc(s.File, unicode.IsControl):
		return fault(BadField, of.Path, ": expected a name without control characters, found %s", budget.Quote(s.File))
	}
	return nil
}

// validateProblem checks the problem name and the fields that are valid only for certain problems.
// It rejects drill files.
func (s Spec) validateProblem() error {
	kind := s.content()
	switch {
	case !slices.Contains(problems.Names(), kind):
		return fault(UnknownProblem, "problem", ": unknown problem %s: expected one of %s", budget.Quote(kind), strings.Join(problems.Names(), ", "))
	case kind == problems.Tours && s.Problem == "" && (s.Reading.Format == drill.Format || s.Reading.Format == "" && drill.Ending(s.File) != ""):
		return errDrill
	case kind == problems.Tours:
		return errors.Join(s.Reading.Validate(), s.validateFleet())
	}
	return s.validateOnly(kind)
}

// validateFleet checks the fields for several vehicles.
func (s Spec) validateFleet() error {
	if !s.Fleet.Asked() && s.Schedule != (Schedule{}) {
		return fault(BadField, "schedule", " applies only to several vehicles: set fleet.vehicles, fleet.capacity or fleet.table")
	}
	return errors.Join(s.Fleet.validate(), s.Schedule.validate())
}

var errDrill = &Fault{BadInstance, "file", "file: jobs cannot process drill files: use 'tourmaline solve', which sorts the holes of each tool"}

// validateOnly rejects fields that apply only to a different problem.
func (s Spec) validateOnly(kind string) error {
	var faults []error
	visit(reflect.ValueOf(s), func(f Field, _ reflect.Value) {
		if f.Only != "" && f.Only != kind {
			faults = append(faults, fault(BadField, f.Path, " applies only to tours"))
		}
	})
	return errors.Join(faults...)
}
