package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// maxIslands is the maximum number of jobs for one file.
const maxIslands = api.MaxBatch

// archipelago holds the flags of jobs that send each other their best tours.
type archipelago struct {
	islands int
	group   string
	rounds  job.Rounds
}

func (a *archipelago) islandFlag(c *cobra.Command) {
	c.Flags().IntVar(&a.islands, "islands", 1, "`number` of jobs on the service for each file: with different seeds, they send each other their best tours")
	addFlag(c, job.ValueFor("rounds.steps", &a.rounds.Steps))
}

// split returns a job for each island, with successive seeds.
func (a archipelago) split(p remoteJob) ([]remoteJob, error) {
	p.spec.Archipelago = a.group
	switch {
	case a.islands < 1 || a.islands > maxIslands:
		return nil, usageError("--islands: expected 1 to %d, found %d", maxIslands, a.islands)
	case a.islands == 1 && a.rounds.Asked():
		return nil, usageError("--round-steps needs --islands")
	case a.islands > 1 && p.input.Document == nil:
		return nil, usageError("--islands: only jobs for tours can send each other their solutions")
	case a.islands > 1 && a.group == "":
		p.spec.Archipelago = strings.ToLower(rand.Text())
	}
	all := make([]remoteJob, a.islands)
	for i := range all {
		all[i] = p
		all[i].spec.Settings.Seed += uint64(i)
		all[i].input = p.input.WithSeed(all[i].spec.Settings.Seed)
		if a.rounds.Asked() {
			all[i].spec.Rounds = job.Rounds{Steps: a.rounds.Steps, Islands: a.islands, Island: i + 1}
		}
	}
	return all, flagError(all[0].spec.Validate(job.Limits{}))
}

// submitIslands submits the jobs that solve one file.
func submitIslands(ctx context.Context, service *client.Client, jobs []remoteJob) ([]api.Job, error) {
	if len(jobs) == 1 {
		j, err := jobs[0].submit(ctx, service, rand.Text())
		return []api.Job{j}, err
	}
	outcomes, err := submitBatch(ctx, service, jobs)
	if err != nil {
		return nil, err
	}
	var all []api.Job
	var faults []error
	for _, o := range outcomes {
		if o.Problem != nil {
			faults = append(faults, o.Problem)
		} else {
			all = append(all, *o.Job)
		}
	}
	if len(faults) == 0 {
		return all, nil
	}
	_, err = service.CancelBatch(context.WithoutCancel(ctx), list.Map(all, func(j api.Job) string { return j.ID }))
	return nil, errors.Join(append(faults, err)...)
}

// awaitBest waits until all jobs have ended, and returns the best result. It fails if no job has a
// result.
func (v *solve) awaitBest(ctx context.Context, service *client.Client, islands []remoteJob, jobs []api.Job) (best *tourmaline.Result, err error) {
	var faults []error
	for i, j := range jobs {
		r, err := v.await(ctx, service, islands[i], j)
		switch {
		case err != nil:
			faults = append(faults, err)
		case best == nil || r.Cost < best.Cost:
			best = r
		}
	}
	if best == nil {
		return nil, faults[0]
	}
	for _, fault := range faults {
		v.say("tourmaline: %v\n", fault)
	}
	return best, nil
}
