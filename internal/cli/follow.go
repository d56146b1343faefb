package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/progress"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/search"
)

// follow shows the progress of a job on standard error until the job ends.
func (v *solve) follow(ctx context.Context, service *client.Client, in *job.Input, j api.Job) (api.Job, error) {
	d := client.NewSearch(in, j.Spec.Settings)
	var show func(search.Progress)
	for news, err := range service.Watch(ctx, j.ID) {
		if err != nil {
			return j, err
		}
		if news.Unreachable != nil {
			v.note("%s does not respond; waiting: %v\n", v.url, news.Unreachable)
		}
		if news.Job != nil {
			j = *news.Job
			v.showQueue(j)
			news.Progress = j.Progress
		}
		if news.Progress == nil || j.State != cluster.Running {
			continue
		}
		if d.Update(*news.Progress); show == nil {
			if show, err = v.reporter(d); err != nil {
				return j, err
			}
		}
		show(d.Progress())
	}
	return j, nil
}

// showQueue shows that a job is waiting for a worker.
func (v *solve) showQueue(j api.Job) {
	if j.State != cluster.Queued {
		return
	}
	v.screen.Show(func(width int) string {
		return term.Fit([]term.Part{{Text: fmt.Sprintf("job %s is waiting for a worker", j.ID)}, {Rank: 1, Text: progress.Seconds(time.Since(j.Created).Seconds())}}, width)
	}, nil)
}
