package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/gauge"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

// tuneCities is the number of cities in the tuning instance, which is large enough for any device.
const tuneCities = 100_000

func newDevices(s streams) *cobra.Command {
	var form textOrJSON
	var tune bool
	var report deviceReport
	c := &cobra.Command{
		Use:   "devices",
		Short: "List, test, tune and measure OpenCL devices",
		Long: `List the OpenCL devices that 'solve --engine opencl' can use, with their memory,
their work-group limits, and whether they compute exactly the same results as the CPU.
Only devices that pass this self-test give the same tour for the same seed.

With --tune, measure the fastest way to launch the kernels on each device, and store
the result in your cache folder for later runs. Without it, each run measures again.

With --report, measure the devices and compare them with the CPU and with the papers:
launches, transfers, all families of kernels, and the work for which the papers state a
time. Ctrl-C ends the report with what was measured. If you have a graphics card, paste
the output of --report --format markdown into an issue.`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, signals := term.Interruptible(c.Context(), s.say, nil)
			defer signals.Close()
			if report.wanted {
				return report.run(ctx, s, form)
			}
			rows, err := untilSignal(ctx, func() ([]deviceRow, error) { return devices(ctx, s, tune) })
			if err != nil {
				return err
			}
			return form.write(s, rows, func(s streams) error { return printDevices(s, rows) })
		},
	}
	c.Flags().BoolVar(&tune, "tune", false, "measure the fastest way to launch kernels, and store it")
	report.flags(c)
	form.flags(c)
	c.MarkFlagsMutuallyExclusive("tune", "report")
	return c
}

// deviceRow is the JSON form of a device.
type deviceRow struct {
	device.Info
	SelfTest string                   `json:"self_test"` // "passed", or the error message
	Seconds  float64                  `json:"self_test_seconds"`
	Launches map[string]opencl.Launch `json:"launches"` // tuned launches by kernel
}

// A tunable is an OpenCL device that can be tested and tuned.
type tunable interface {
	device.Device
	SelfTest(ctx context.Context) error
	Tune(ctx context.Context, cities int) (map[string]opencl.Launch, error)
	Tuned() map[string]opencl.Launch
	Store(launches map[string]opencl.Launch) (file string, err error)
}

// untilSignal returns the rows that list returns. It returns at the first signal, which cancels
// ctx, even if list waits for a driver that does not answer.
func untilSignal(ctx context.Context, list func() ([]deviceRow, error)) ([]deviceRow, error) {
	var rows []deviceRow
	done := make(chan error, 1)
	go func() {
		var err error
		rows, err = list()
		done <- err
	}()
	select {
	case err := <-done:
		return rows, err
	case <-ctx.Done():
		return nil, &exitError{exitKilled, errors.New("interrupted")}
	}
}

// devices tests all devices, and tunes them if requested. Without a device it returns no error,
// because everything works on the CPU.
func devices(ctx context.Context, s streams, tune bool) ([]deviceRow, error) {
	rows := []deviceRow{}
	all, err := listDevices(s)
	if err != nil {
		return nil, err
	}
	for _, info := range all {
		rows = append(rows, examine(ctx, s, info, tune))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return rows, nil
}

// listDevices lists all devices. Without a device it says so and returns no error.
func listDevices(s streams) ([]device.Info, error) {
	all, err := opencl.Devices()
	if errors.Is(err, opencl.ErrNoRuntime) || errors.Is(err, opencl.ErrNoDevice) {
		s.say("%v\nOpenCL is optional: all algorithms run on the CPU.\n", err)
		return nil, nil
	}
	return all, withCode(exitDevice, err)
}

// examine tests one device. It records a failure in the row.
func examine(ctx context.Context, s streams, info device.Info, tune bool) deviceRow {
	row := deviceRow{Info: info, SelfTest: gauge.Passed}
	found, err := opencl.Find(info.Number, opencl.Options{})
	if err != nil {
		row.SelfTest = err.Error()
		return row
	}
	d := found.(tunable)
	start := time.Now()
	if err := d.SelfTest(ctx); err != nil {
		row.SelfTest = err.Error()
	}
	row.Seconds = time.Since(start).Seconds()
	if tune && row.SelfTest == gauge.Passed {
		tuneDevice(ctx, s, d)
	}
	row.Launches = d.Tuned()
	return row
}

// tuneDevice tunes a device and stores the result. It prints errors instead of returning them, so
// that the remaining devices are still tuned.
func tuneDevice(ctx context.Context, s streams, d tunable) {
	info := d.Info()
	launches, err := d.Tune(ctx, tuneCities)
	if err != nil {
		s.say("%s: not tuned: %v\n", info.Name, err)
		return
	}
	file, err := d.Store(launches)
	if err != nil {
		s.say("%s: tuned, but cannot store the result: %v\n", info.Name, err)
		return
	}
	s.say("%s: tuned, result stored in %s\n", info.Name, file)
}

func printDevices(s streams, rows []deviceRow) error {
	if len(rows) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "#\tdevice\tplatform\tkind\tunits\tmemory\tlocal\tgroup\tdouble\tself-test\n")
	for _, r := range rows {
		double := "no"
		if r.Double {
			double = "yes"
		}
		verdict, _, _ := strings.Cut(r.SelfTest, "\n")
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d\t%s\t%s\t%d\t%s\t%s\n",
			r.Number, r.Name, r.Platform, r.Kind, r.Units, humanize.Bytes(int64(r.Memory)), humanize.Bytes(int64(r.Local)), r.MaxGroup, double, verdict)
		for _, name := range slices.Sorted(maps.Keys(r.Launches)) {
			l := r.Launches[name]
			fmt.Fprintf(w, "\t  %s in groups of %d, waves of %d\t\t\t\t\t\t\t\t\n", name, l.Group, l.Wave)
		}
	}
	return w.Flush()
}
