package job

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/suggest"
)

// Settings specifies how to solve an instance, in the terms of tourmaline.Config. The machine that
// runs the search chooses threads and devices.
type Settings struct {
	Algorithm string            `json:"algorithm,omitempty" short:"a" preset:"auto" value:"name" usage:"algorithm: auto (picks one by size, limits and threads), or an algorithm that 'tourmaline algorithms' or /v1/algorithms lists for the problem"`
	Params    map[string]string `json:"params,omitempty" flag:"param" short:"p" value:"key=value" usage:"algorithm parameters, as listed by 'tourmaline algorithms NAME'; auto picks an algorithm that has them"`
	Seed      uint64            `json:"seed" preset:"1" value:"number" usage:"random seed: the same seed and the same number of steps give the same solution"`
	tourmaline.Limits
}

// Cooling is the maximum time that a search takes to cool after it is stopped early.
const Cooling = 2 * time.Second

// Config returns the solver configuration and all faults of the settings.
func (s Spec) Config() (tourmaline.Config, error) {
	cfg := s.Settings.Config()
	cfg.Bound = s.Bound
	return cfg, s.Settings.validate(s.Kind(), Limits{})
}

// Config returns the solver configuration.
func (v Settings) Config() tourmaline.Config {
	return tourmaline.Config{Algorithm: v.Algorithm, Params: v.Params, Seed: v.Seed, Limits: v.Limits, Cooling: Cooling}
}

// validate reports every fault that does not depend on the instance.
func (v Settings) validate(problem string, limits Limits) error {
	return errors.Join(asFields(v.Validate()), v.validateTimes(limits.longest()), v.validateAlgorithm(problem))
}

// validateTimes rejects durations above longest, unless longest is 0.
func (v Settings) validateTimes(longest time.Duration) error {
	var faults []error
	visit(reflect.ValueOf(v), func(f Field, value reflect.Value) {
		if d, ok := value.Interface().(time.Duration); ok && longest > 0 && d > longest {
			faults = append(faults, fault(TooLong, "settings."+f.Path, ": expected at most %s, found %s", longest, d))
		}
	})
	return errors.Join(faults...)
}

// validateAlgorithm checks the algorithm and its parameters. If the algorithm depends on the
// instance, Input.check checks the parameters.
func (v Settings) validateAlgorithm(problem string) error {
	offers := offersFor(problem)
	if len(offers) == 0 || v.auto() {
		return nil
	}
	i := slices.IndexFunc(offers, func(o problems.Offer) bool { return o.Name == v.Algorithm })
	if i < 0 {
		names := list.Map(offers, func(o problems.Offer) string { return o.Name })
		names = append([]string{catalog.Auto}, names...)
		return fault(UnknownAlgorithm, "settings.algorithm", " %s is not available for this problem: %sexpected one of %s", budget.Quote(v.Algorithm), suggest.Meant(v.Algorithm, names), strings.Join(names, ", "))
	}
	return checkParams(offers[i].AlgorithmInfo, v.Params)
}

// auto reports whether the algorithm depends on the instance.
func (v Settings) auto() bool { return v.Algorithm == "" || v.Algorithm == catalog.Auto }

// checkParams reports every parameter fault that depends neither on the instance nor on a
// combination of parameters.
func checkParams(of tourmaline.AlgorithmInfo, values map[string]string) error {
	all := make([]params.Param, len(of.Params))
	for i, p := range of.Params {
		all[i] = params.Param(p)
	}
	return params.Check(all, values)
}
