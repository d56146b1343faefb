package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// A shop is a set of jobs that visit all machines in the same order.
type shop struct {
	name           string
	jobs, machines int
	times          []int32 // time of job j on machine k is times[j*machines+k]
}

// An order is the sequence of the jobs, numbered from 0. It is the same on all machines.
type order []int32

// read parses a shop in Taillard's format: the number of jobs, the number of machines, then a row
// of times for each machine.
func read(r io.Reader, name string) (*shop, error) {
	s, in, sum := &shop{name: name}, bufio.NewReader(r), int64(0)
	if _, err := fmt.Fscan(in, &s.jobs, &s.machines); err != nil || s.jobs < 2 || s.machines < 1 || max(s.jobs, s.machines) > 1000 {
		return nil, fmt.Errorf("%s: got %d jobs and %d machines, expected 2 to 1000 jobs and 1 to 1000 machines", name, s.jobs, s.machines)
	}
	s.times = make([]int32, s.jobs*s.machines)
	for i := range s.times {
		job, machine := i%s.jobs, i/s.jobs
		t := &s.times[job*s.machines+machine]
		_, err := fmt.Fscan(in, t)
		// a makespan must fit an int32
		if sum += int64(*t); err != nil || *t < 0 || sum > math.MaxInt32 {
			return nil, fmt.Errorf("%s: job %d, machine %d: expected a time; all times must add up to less than 2^31", name, job+1, machine+1)
		}
	}
	return s, nil
}

// generate returns a shop with random times from 1 to 99.
func generate(jobs, machines int, seed uint64) *shop {
	random := rng.At(seed, 0, 0)
	s := &shop{fmt.Sprintf("random%dx%d", jobs, machines), jobs, machines, make([]int32, jobs*machines)}
	for i := range s.times {
		s.times[i] = 1 + random.IntN(99)
	}
	return s
}

// Cost returns the makespan: the time at which the last job leaves the last machine.
func (s *shop) Cost(o order) float64 { return s.makespan(o, make([]int32, s.machines)) }

// makespan returns the makespan of o. It sets free[k] to the time at which machine k becomes free.
func (s *shop) makespan(o order, free []int32) float64 {
	clear(free)
	for _, job := range o {
		now := int32(0)
		for k, time := range s.times[int(job)*s.machines:][:s.machines] {
			now = max(now, free[k]) + time
			free[k] = now
		}
	}
	return float64(free[s.machines-1])
}

// Check returns an error if o is not an order of all jobs.
func (s *shop) Check(o order) error {
	if !slices.Equal(slices.Sorted(slices.Values(o)), s.listed()) {
		return fmt.Errorf("%v is not a permutation of the jobs 0 to %d", o, s.jobs-1)
	}
	return nil
}

// listed returns the jobs in numerical order.
func (s *shop) listed() order {
	o := make(order, s.jobs)
	for i := range o {
		o[i] = int32(i)
	}
	return o
}

// random returns a random order.
func (s *shop) random(r *rng.Stream) order {
	o := s.listed()
	r.Shuffle(o)
	return o
}
