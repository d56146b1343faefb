// Package job says what a job asks for: an instance by its hash, how to read it, and how to
// solve it. It makes a problem of that, and verifies what is said to be its solution. It
// opens no file and knows no network.
package job

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A Spec says what is to be solved and how: the body of a submission.
type Spec struct {
	Instance string   `json:"instance"`          // Hash of the file as it was uploaded
	File     string   `json:"file"`              // its name, which tells the format; never used as a path
	Problem  string   `json:"problem,omitempty"` // one of Problems; "": by the name of the file
	Label    string   `json:"label,omitempty"`   // for people
	Reading  Reading  `json:"reading,omitzero"`  // of tours
	Route    Route    `json:"route,omitzero"`    // of tours
	Settings Settings `json:"settings"`
}

// tours is the problem of files that say nothing else.
const tours = "tsp"

const (
	longestLabel = 200 // characters
	longestName  = 255 // bytes of the name of a file
	// longestSpec is in bytes of JSON. Servers have the Specs of all jobs in memory, and a
	// record has to fit into a message.
	longestSpec = 64 << 10
)

// Problems are those that a job may be about.
func Problems() []string {
	names := []string{tours}
	for _, k := range tourmaline.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Hash names the bytes of a file.
func Hash(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

var hashForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// Kind is the name of the problem.
func (s Spec) Kind() string {
	if s.Problem != "" {
		return s.Problem
	}
	if kind := tourmaline.KindOf(s.File); kind != "" {
		return kind
	}
	return tours
}

// Validate names everything that is wrong, as far as that does not depend on the instance.
func (s Spec) Validate(limits Limits) error {
	var faults []error
	if !hashForm.MatchString(s.Instance) {
		faults = append(faults, fault(BadField, instanceField, ": expected sha256: and 64 hexadecimal digits in small letters, found %s", budget.Quote(s.Instance)))
	}
	if n := utf8.RuneCountInString(s.Label); n > longestLabel {
		faults = append(faults, fault(BadField, "label", ": expected at most %d characters, found %d", longestLabel, n))
	}
	return errors.Join(append(faults, s.validateLength(), s.validateName(), s.validateProblem(), s.Settings.validate(s.Kind(), limits))...)
}

func (s Spec) validateLength() error {
	text, err := json.Marshal(s)
	if err == nil && len(text) > longestSpec { // else it is said what cannot be written
		return &Fault{TooLarge, "", fmt.Sprintf("the job is too long: expected at most %s beside its file, found %s", humanize.Bytes(longestSpec), humanize.Bytes(int64(len(text))))}
	}
	return nil
}

func (s Spec) validateName() error {
	switch {
	case s.File == "":
		return fault(BadField, "file", ": expected the name of the file, found none")
	case len(s.File) > longestName:
		return fault(BadField, "file", ": expected at most %d bytes, found %d", longestName, len(s.File))
	case strings.ContainsFunc(s.File, unicode.IsControl):
		return fault(BadField, "file", ": expected a name without control characters, found %s", budget.Quote(s.File))
	}
	return nil
}

// validateProblem looks at what is asked for beside the settings.
func (s Spec) validateProblem() error {
	kind := s.Kind()
	switch {
	case !slices.Contains(Problems(), kind):
		return fault(UnknownProblem, "problem", ": unknown problem %s: expected one of %s", budget.Quote(kind), strings.Join(Problems(), ", "))
	case kind == tours && s.Problem == "" && (s.Reading.Format == drill.Format || s.Reading.Format == "" && drill.Ending(s.File) != ""):
		return errDrill
	case kind == tours:
		return s.Reading.Validate()
	}
	return errors.Join(s.onlyTours()...)
}

var errDrill = &Fault{BadInstance, "file", "file: this is a drill file: a job takes none, as only the command line sorts the holes tool by tool"}

// onlyTours refuses what means nothing to other problems.
func (s Spec) onlyTours() (faults []error) {
	for _, f := range []struct {
		path  string
		asked bool
	}{
		{"reading.metric", s.Reading.Metric != ""}, {"reading.format", s.Reading.Format != ""}, {"reading.unit", s.Reading.Unit != ""},
		{"reading.columns", len(s.Reading.Columns) > 0}, {"reading.sheet", s.Reading.Sheet != ""}, {"reading.skip_invalid", s.Reading.SkipInvalid},
		{"route.start", s.Route.Start != ""}, {"route.end", s.Route.End != ""}, {"route.open", s.Route.Open},
	} {
		if f.asked {
			faults = append(faults, fault(BadField, f.path, " is for tours only"))
		}
	}
	return faults
}
