package cli

import (
	"context"
	"io"
	"iter"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/gauge"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

const (
	reportTime = 10 * time.Minute

	// lastAnswer is the maximum time that a report waits for a driver after it was interrupted.
	lastAnswer = 5 * time.Second
)

// deviceReport holds the flags of a report on devices.
type deviceReport struct {
	wanted bool
	limit  flagvalue.Duration
}

func (v *deviceReport) flags(c *cobra.Command) {
	v.limit = flagvalue.Duration(reportTime)
	c.Flags().BoolVar(&v.wanted, "report", false, "measure the devices, and compare them with the CPU and with the papers; also as --format markdown")
	c.Flags().VarP(&v.limit, "time-limit", "t", "time limit of --report; a report that reaches it contains what was measured")
}

// run measures all devices and writes the report.
func (v *deviceReport) run(ctx context.Context, s streams, form textOrJSON) error {
	write, err := v.writer(form)
	if err != nil {
		return err
	}
	devices, err := allDevices(s)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(v.limit))
	defer cancel()
	r := lastOf(ctx, lastAnswer, announced(s, gauge.Measure(ctx, devices)))
	return form.send(s, func(w io.Writer) error { return write(w, r) })
}

// allDevices returns all devices.
func allDevices(s streams) (found []device.Device, err error) {
	all, err := listDevices(s)
	if err != nil {
		return nil, err
	}
	for _, info := range all {
		d, err := opencl.Find(info.Number, opencl.Options{})
		if err != nil {
			return nil, err
		}
		found = append(found, d)
	}
	return found, nil
}

// writer returns the function that writes a report in the requested format.
func (v *deviceReport) writer(form textOrJSON) (func(io.Writer, gauge.Report) error, error) {
	name := form.form()
	if form.format == "" && strings.HasSuffix(form.output, ".md") {
		name = "markdown"
	}
	switch name {
	case "text":
		return gauge.Text, nil
	case "markdown", "md":
		return gauge.Markdown, nil
	case "json":
		return func(w io.Writer, r gauge.Report) error { return writeIndented(w, r) }, nil
	}
	return nil, usageError("unknown format %q: expected text, json or markdown", name)
}

// announced says what each report has measured most recently.
func announced(s streams, reports iter.Seq[gauge.Report]) iter.Seq[gauge.Report] {
	return func(yield func(gauge.Report) bool) {
		for r := range reports {
			if len(r.Devices) > 0 && r.Ended != gauge.Complete {
				s.say("%s\n", r.Devices[len(r.Devices)-1].Latest())
			}
			if !yield(r) {
				return
			}
		}
	}
}

// lastOf returns the last report. If ctx ends, it returns the last report so far, at the latest
// after the given time, because a driver may not answer.
func lastOf(ctx context.Context, patience time.Duration, reports iter.Seq[gauge.Report]) gauge.Report {
	var last atomic.Pointer[gauge.Report]
	none := gauge.New()
	last.Store(&none)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r := range reports {
			last.Store(&r)
		}
	}()
	select {
	case <-done:
	case <-ctx.Done():
		waitFor(done, patience)
	}
	r := *last.Load()
	r.End(ctx)
	return r
}

// waitFor waits until done is closed, but not longer than the given time.
func waitFor(done <-chan struct{}, most time.Duration) {
	select {
	case <-done:
	case <-time.After(most):
	}
}
