package tourmaline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// A request is a problem with a valid configuration and the algorithm that was chosen for it. It
// does not change after a run has been created.
type request struct {
	problem   Problem
	info      InstanceInfo
	cfg       Config
	known     *Known // best known cost; nil if unknown
	algorithm string
	picked    *Picked // reason why auto picked the algorithm; nil if it was chosen by name
	params    params.Group
}

// newRequest validates a configuration. It does not choose the algorithm.
func newRequest(p Problem, cfg Config) (r request, err error) {
	defer catch(&err)
	if p.task == nil {
		return request{}, errNoProblem
	}
	if err := errors.Join(p.task.validate(), cfg.validate()); err != nil {
		return request{}, withParamError(err)
	}
	if cfg.Began.IsZero() {
		cfg.Began = time.Now()
	}
	cfg.Threads = cmp.Or(cfg.Threads, runtime.GOMAXPROCS(0))
	r = request{problem: p, info: p.task.info(), cfg: cfg, known: p.task.known()}
	_, tour := p.task.(*tours)
	switch {
	case cfg.Bound && !tour:
		return request{}, fmt.Errorf("a lower bound can be computed only for tours, but %q is a %s problem", r.info.Name, r.info.Problem)
	case cfg.Limits.TargetGap != nil && r.known == nil && !tour:
		return request{}, fmt.Errorf("a target gap needs a best known cost, but none is on record for %q: set a target cost instead", r.info.Name)
	}
	return r, nil
}

// maxThreads is the maximum number of threads, which is more than any machine supports. The number
// is limited because each thread needs memory.
const maxThreads = 4096

// validate reports every fault of the configuration that does not depend on the problem.
func (c Config) validate() error {
	faults := []error{c.Limits.Validate(), notNegative("cooling", c.Cooling)}
	if c.Threads < 0 || c.Threads > maxThreads {
		faults = append(faults, &ParamError{Name: "threads", Value: fmt.Sprint(c.Threads), Expected: "0 to 4,096"})
	}
	return errors.Join(faults...)
}

// auto reports whether the algorithm is picked automatically.
func (r *request) auto() bool { return r.cfg.Algorithm == "" || r.cfg.Algorithm == catalog.Auto }

func (r *request) row() (catalog.Row, error) { return catalog.Find(r.problem.task.rows(), r.algorithm) }

// shown returns the parameters in the form that results and checkpoints use.
func (r *request) shown() (json.RawMessage, error) { return json.Marshal(r.params) }

// choose sets the algorithm and its parameters. The values from auto override the defaults, and the
// values from the configuration override both.
func (r *request) choose(p catalog.Pick) (err error) {
	defer catch(&err)
	r.algorithm = p.Algorithm
	set := maps.Clone(p.Params)
	maps.DeleteFunc(set, func(name, _ string) bool { _, given := r.cfg.Params[name]; return given })
	if p.Why != "" {
		r.picked = &Picked{Why: p.Why, Params: set}
	}
	row, err := r.row()
	if err != nil {
		return err
	}
	r.params = r.problem.task.params(row)
	values := map[string]string{}
	maps.Copy(values, set)
	maps.Copy(values, r.cfg.Params)
	if err := params.Set(r.params, values); err != nil {
		return withParamError(fmt.Errorf("algorithm %s: %w", row.Name, err))
	}
	return nil
}

// newRun creates the run.
func (r *request) newRun(init any) (created *run, err error) {
	defer catch(&err)
	row, err := r.row()
	if err != nil {
		return nil, err
	}
	created, err = r.problem.task.begin(row, r.params, runOptions{
		auto: r.auto(), seed: r.cfg.Seed, threads: r.cfg.Threads, device: r.cfg.Device, init: init,
	})
	return created, withParamError(err)
}
