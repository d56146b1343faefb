package job

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// An Input is the instance of a job.
type Input struct {
	Problem  tourmaline.Problem
	Info     tourmaline.InstanceInfo
	Document *format.Document // tour document with the Route applied; nil for other problems
	Fleet    *fleet.Job       // stops of a table for several vehicles; nil for other problems
	Table    *format.Document // the table of Fleet

	settings Settings
}

// WithSeed returns the input of a job that differs only in its seed.
func (in *Input) WithSeed(seed uint64) *Input {
	other := *in
	other.settings.Seed = seed
	return &other
}

// Open reads the instance from the given file content. It never opens the file itself.
func (s Spec) Open(data []byte, limits Limits) (*Input, error) {
	if err := s.validateProblem(); err != nil {
		return nil, err
	}
	in := &Input{settings: s.Settings}
	read := in.readOther
	switch {
	case s.Several():
		read = in.readFleet
	case s.Kind() == problems.Tours:
		read = in.readTours
	}
	if err := read(s, data, limits); err != nil {
		return nil, unreadable(err)
	}
	if err := in.check(s, limits); err != nil {
		return nil, err
	}
	return in, nil
}

// readTours reads a tour instance.
func (in *Input) readTours(s Spec, data []byte, limits Limits) error {
	doc, err := s.readPlaces(data, limits)
	if err != nil {
		return err
	}
	return in.travel(*doc, s.Route)
}

// readPlaces reads the places of a file.
func (s Spec) readPlaces(data []byte, limits Limits) (*format.Document, error) {
	if s.Problem == "" && s.Reading.Format == "" && format.ByExtension(s.File) == "" && holes(data) {
		return nil, errDrill
	}
	doc, err := s.Reading.Read(bytes.NewReader(data), s.File, format.Options{Vehicles: s.Several(), MaxBytes: limits.unpacked(), MaxCities: limits.Cities})
	if err != nil {
		return nil, err
	}
	return doc, limits.fits(doc.Instance.N())
}

// readFleet reads the stops of a table for several vehicles.
func (in *Input) readFleet(s Spec, data []byte, limits Limits) (err error) {
	if in.Table, err = s.readPlaces(data, limits); err != nil {
		return err
	}
	if in.Fleet, err = s.Dispatch(in.Table.Instance); err != nil {
		return err
	}
	in.Problem = tourmaline.Vehicles(in.Fleet.Problem)
	return nil
}

// travel applies the route r and sets the problem to the tours of the resulting instance.
func (in *Input) travel(doc format.Document, r Route) (err error) {
	if doc.Instance, err = r.Apply(doc.Instance); err != nil {
		return err
	}
	in.Document, in.Problem = &doc, tourmaline.Tours(doc.Instance)
	return nil
}

// With returns the Input for a different Spec with the same file, problem, Reading and Fleet. The
// receiver must have been opened without a Route, unless it is for several vehicles.
func (in *Input) With(s Spec, limits Limits) (*Input, error) {
	other := &Input{Problem: in.Problem, Info: in.Info, Document: in.Document, Fleet: in.Fleet, Table: in.Table, settings: s.Settings}
	if s.Route != (Route{}) && in.Document != nil {
		other.Info = tourmaline.InstanceInfo{}
		if err := other.travel(*in.Document, s.Route); err != nil {
			return nil, unreadable(err)
		}
	}
	return other, other.check(s, limits)
}

// holes reports whether the data start like a drill file.
func holes(data []byte) bool {
	head, _ := unpack.From(bytes.NewReader(data), "", 0, drill.Head)
	return drill.Recognise(head) || drill.IsGerber(head)
}

// readOther reads an instance of a problem other than tours.
func (in *Input) readOther(s Spec, data []byte, limits Limits) (err error) {
	in.Problem, err = unpack.From(bytes.NewReader(data), s.File, limits.unpacked(), func(r io.Reader, name string) (tourmaline.Problem, error) {
		return problems.Read(r, s.Kind(), name)
	})
	return err
}

// check validates the job against its instance.
func (in *Input) check(s Spec, limits Limits) (err error) {
	if in.Info.Hash == "" { // hashing a million cities is slow
		if in.Info, err = in.Problem.Info(); err != nil {
			return err
		}
	}
	if err := cmp.Or(in.checkBound(s, limits), s.checkRounds(in.Info.N)); err != nil {
		return err
	}
	if err := s.Settings.validateAlgorithm(s.Kind()); err != nil {
		return err
	}
	if len(s.Settings.Params) == 0 { // avoids describing an algorithm
		return limits.fits(in.Info.N)
	}
	algorithm, err := in.Problem.Algorithm(s.Settings.Config())
	if err != nil {
		return cmp.Or(asFields(err), fault(BadField, "settings", ": %v", err))
	}
	return errors.Join(checkParams(algorithm, s.Settings.Params), limits.fits(in.Info.N))
}

// needsBound reports whether a target gap refers to a computed lower bound.
func (in *Input) needsBound(s Spec) bool {
	_, known := in.Problem.BestKnown()
	return s.Settings.TargetGap != nil && !known
}

// Config returns the solver configuration. The result of a search that computes a lower bound
// contains its certificate, so that the bound can be verified.
func (in *Input) Config(s Spec) (tourmaline.Config, error) {
	cfg, err := s.Config()
	cfg.Bound = cfg.Bound || in.needsBound(s)
	return cfg, err
}

// checkBound rejects lower bounds that cannot be computed or verified.
func (in *Input) checkBound(s Spec, limits Limits) error {
	gap := in.needsBound(s)
	path := "bound"
	if gap {
		path = "settings.target_gap"
	}
	switch {
	case !gap && !s.Bound:
		return nil
	case in.Document == nil && gap:
		return fault(BadField, path, ": no best known cost is on record for %s: set a target", budget.Quote(in.Info.Name))
	case in.Document == nil:
		return fault(BadField, path, " applies only to tours")
	case limits.Proven > 0 && in.Info.N > limits.Proven:
		return fault(TooLarge, path, ": lower bounds are computed for at most %d cities, found %d", limits.Proven, in.Info.N)
	}
	return nil
}

// suits reports whether a search for this job may have used an algorithm. The choice of auto
// depends on the threads of the worker.
func (in *Input) suits(algorithm string) bool {
	if !in.settings.auto() {
		return algorithm == in.settings.Algorithm
	}
	all, err := in.Problem.Algorithms()
	return err == nil && slices.ContainsFunc(all, func(a tourmaline.AlgorithmInfo) bool { return a.Name == algorithm })
}

// fits rejects an instance that is too large.
func (l Limits) fits(n int) error {
	if l.Cities > 0 && n > l.Cities {
		return fault(TooLarge, instanceField, " of size %d: expected at most %d", n, l.Cities)
	}
	return nil
}

// unreadable converts the errors of a file into faults.
func unreadable(err error) error {
	if Faults(err) != nil {
		return err
	}
	return &Fault{BadInstance, instanceField, budget.Message(err.Error())}
}
