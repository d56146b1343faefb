package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// A tried is a mutant with its outcome.
type tried struct {
	mutant
	verdict
	done bool
}

// examineAll examines packages until an error occurs, and writes the survivors of each of them. After
// an error, the last report may be incomplete.
func examineAll(ctx context.Context, patterns []string, o options, w io.Writer) (reports []report, err error) {
	for _, p := range patterns {
		r, err := examine(ctx, p, o)
		if err == nil || len(r.tried) > 0 {
			r.survivors(w, o.all)
			reports = append(reports, r)
		}
		if err != nil {
			return reports, cmp.Or(context.Cause(ctx), err)
		}
	}
	return reports, nil
}

// examine tries mutants of a package until enough of them compile.
func examine(ctx context.Context, pattern string, o options) (report, error) {
	p, err := list(pattern)
	if err != nil {
		return report{}, err
	}
	if o.skip != "" {
		p.flags = append(p.flags, "-test.skip="+o.skip)
	}
	l := laboratory{pack: p, folder: filepath.Join(o.folder, strings.ReplaceAll(p.ImportPath, "/", "_"))}
	l.patience = o.patience
	if err := l.prepare(ctx, o); err != nil {
		return report{}, err
	}
	candidates, err := p.candidates(o.seed, o.only)
	if err != nil {
		return report{}, err
	}
	s := sample{all: make([]tried, len(candidates)), wanted: o.count}
	for i, m := range candidates {
		s.all[i].mutant = m
	}
	var all sync.WaitGroup
	for range o.jobs {
		all.Go(func() { s.work(ctx, &l) })
	}
	all.Wait()
	return report{pattern, s.counted()}, s.err
}

// prepare runs the tests without a fault.
func (l *laboratory) prepare(ctx context.Context, o options) (err error) {
	if err := os.MkdirAll(l.folder, 0o755); err != nil {
		return err
	}
	if !o.reach {
		l.limit, err = l.healthy(ctx, o.patience)
		return err
	}
	if l.reach, err = l.measureReach(ctx); err != nil {
		return err
	}
	for _, usual := range l.reach.times {
		l.limit += 3 * usual
	}
	l.limit += o.patience
	return nil
}

// healthy runs the tests without a fault and returns an error unless they pass. It returns the time
// limit for the tests of a mutant.
func (l *laboratory) healthy(ctx context.Context, patience time.Duration) (time.Duration, error) {
	binary := filepath.Join(l.folder, "tests")
	defer func() { _ = os.Remove(binary) }()
	if complaint, ok := l.pack.build(ctx, binary, ""); !ok {
		return 0, fmt.Errorf("%s does not compile: %s", l.pack.ImportPath, complaint)
	}
	began := time.Now()
	switch v, err := l.pack.test(ctx, binary, time.Hour); {
	case err != nil:
		return 0, err
	case v.outcome != survived:
		return 0, fmt.Errorf("the tests of %s fail without a mutant: %s", l.pack.ImportPath, v.by)
	}
	return 3*time.Since(began) + patience, nil
}

// A sample is shared by several workers. They take candidates in order, so the first candidates
// that compile are the same for any number of workers.
type sample struct {
	sync.Mutex
	all      []tried
	next     int
	compiled int
	wanted   int
	err      error
}

func (s *sample) work(ctx context.Context, l *laboratory) {
	for {
		i, ok := s.take()
		if !ok {
			return
		}
		v, err := l.try(ctx, i, &s.all[i].mutant)
		s.note(i, v, err)
	}
}

func (s *sample) take() (int, bool) {
	s.Lock()
	defer s.Unlock()
	if s.err != nil || s.compiled >= s.wanted || s.next == len(s.all) {
		return 0, false
	}
	s.next++
	return s.next - 1, true
}

func (s *sample) note(i int, v verdict, err error) {
	s.Lock()
	defer s.Unlock()
	if err != nil {
		s.err = err
		return
	}
	s.all[i].verdict, s.all[i].done = v, true
	if v.outcome != discarded {
		s.compiled++
	}
}

// counted returns the tried mutants up to the requested number of compiled ones. After an error it
// omits the mutants whose tests did not end.
func (s *sample) counted() (all []tried) {
	compiled := 0
	for _, t := range s.all[:s.next] {
		if !t.done {
			continue
		}
		if compiled == s.wanted {
			break
		}
		all = append(all, t)
		if t.outcome != discarded {
			compiled++
		}
	}
	return all
}
