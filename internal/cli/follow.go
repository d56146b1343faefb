package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/progress"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A distant search is one of a service, as far as is known here.
type distant struct {
	input     *job.Input
	limit     time.Duration
	at        search.Progress
	preparing string
}

// newDistant applies the default time limit as the service does.
func newDistant(in *job.Input, s job.Settings) *distant {
	d := &distant{input: in, limit: s.Time}
	if s.Limits == (tourmaline.Limits{}) {
		d.limit = tourmaline.DefaultTimeLimit(in.Info.N)
	}
	return d
}

func (d *distant) Info() tourmaline.InstanceInfo       { return d.input.Info }
func (d *distant) BestKnown() (tourmaline.Known, bool) { return d.input.Problem.BestKnown() }
func (d *distant) TimeLimit() time.Duration            { return d.limit }
func (d *distant) Progress() search.Progress           { return d.at }
func (d *distant) Preparing() string                   { return d.preparing }

// note takes down how far the search is. A worker that takes it up from a checkpoint is
// behind what was told before.
func (d *distant) note(p cluster.Progress) {
	elapsed := time.Duration(p.Seconds * float64(time.Second))
	if d.at.Elapsed == 0 || p.Cost < d.at.Cost || elapsed < d.at.ImprovedAt {
		d.at.Improved, d.at.ImprovedAt = p.Step, elapsed
	}
	d.at.Step, d.at.Elapsed, d.at.Cost = p.Step, elapsed, p.Cost
	d.preparing = p.Preparing
}

// follow shows a job on standard error until it has ended.
func (v *solve) follow(ctx context.Context, service *client.Client, in *job.Input, j api.Job) (api.Job, error) {
	d := newDistant(in, j.Spec.Settings)
	var show func(search.Progress)
	for news, err := range service.Watch(ctx, j.ID) {
		if err != nil {
			return j, err
		}
		if news.Unreachable != nil {
			v.note("%s does not answer, and is waited for: %v\n", v.url, news.Unreachable)
		}
		if news.Job != nil {
			j = *news.Job
			v.showQueue(j)
			news.Progress = j.Progress
		}
		if news.Progress == nil || j.State != cluster.Running {
			continue
		}
		if d.note(*news.Progress); show == nil {
			if show, err = v.reporter(d); err != nil {
				return j, err
			}
		}
		show(d.at)
	}
	return j, nil
}

// showQueue shows that a job waits for a worker.
func (v *solve) showQueue(j api.Job) {
	if j.State != cluster.Queued {
		return
	}
	v.screen.Show(func(width int) string {
		return term.Fit([]term.Part{{Text: fmt.Sprintf("job %s waits for a worker", j.ID)}, {Rank: 1, Text: progress.Seconds(time.Since(j.Created).Seconds())}}, width)
	}, nil)
}
