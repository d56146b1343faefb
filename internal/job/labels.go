package job

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

const (
	maxLabels      = 16 // per job
	maxLabelLength = 63 // of a name or a value, in characters
)

var labelName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9]([a-z0-9._/-]*[a-z0-9])?$`)
})

// LabelList returns the labels as sorted texts of the form name=value.
func (s Spec) LabelList() []string {
	if len(s.Labels) == 0 {
		return nil
	}
	all := make([]string, 0, len(s.Labels))
	for _, name := range slices.Sorted(maps.Keys(s.Labels)) {
		all = append(all, name+"="+s.Labels[name])
	}
	return all
}

// CheckLabel returns an error if a text is not a valid label of the form name=value.
func CheckLabel(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("expected a label such as team=north, found %s", budget.Quote(text))
	}
	if err := checkLabelName(name); err != nil {
		return err
	}
	return checkLabelValue(value)
}

func checkLabelName(name string) error {
	if len(name) > maxLabelLength || !labelName().MatchString(name) {
		return fmt.Errorf("expected a name of at most %d lower-case letters, digits, '-', '.', '_' and '/' that starts and ends with a letter or digit, found %s",
			maxLabelLength, budget.Quote(name))
	}
	return nil
}

func checkLabelValue(value string) error {
	hidden := func(r rune) bool { return r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	if n := utf8.RuneCountInString(value); n < 1 || n > maxLabelLength || strings.ContainsFunc(value, hidden) {
		return fmt.Errorf("expected a value of 1 to %d visible characters without spaces, found %s", maxLabelLength, budget.Quote(value))
	}
	return nil
}

// validateLabels reports every invalid label.
func (s Spec) validateLabels() error {
	var faults []error
	if n := len(s.Labels); n > maxLabels {
		faults = append(faults, fault(BadField, "labels", ": expected at most %d labels, found %d", maxLabels, n))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Labels)) {
		if err := errors.Join(checkLabelName(name), checkLabelValue(s.Labels[name])); err != nil {
			faults = append(faults, fault(BadField, "labels", ": %v", err))
		}
		if len(faults) > maxLabels {
			break // the errors of a hostile job are short
		}
	}
	return errors.Join(faults...)
}
