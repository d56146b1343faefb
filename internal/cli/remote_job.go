package cli

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// A remoteJob is a job together with its input file.
type remoteJob struct {
	spec  job.Spec
	data  []byte
	input *job.Input
}

// prepareJob reads a file for a service, prints notes about it, and checks the output flags.
func (v *solve) prepareJob(c *cobra.Command, path string) (p remoteJob, write func(*tourmaline.Result) error, err error) {
	if p, err = v.readJob(path); err != nil {
		return p, nil, err
	}
	if write, err = v.writer(c, p, path); err != nil {
		return p, nil, err
	}
	v.printInput(path, p.input)
	if doc := p.input.Document; doc != nil {
		v.noteInstance(doc.Instance, path)
	}
	return p, write, nil
}

// printInput prints notes about a file.
func (v *solve) printInput(path string, in *job.Input) {
	switch {
	case in.Document != nil:
		v.printNotes(path, in.Document)
	case in.Fleet != nil:
		v.printNotes(path, in.Table)
		v.dispatch().printFleet(in.Fleet)
	}
}

// readJob reads the input file of a job and reports the errors that the service would report.
func (v *solve) readJob(path string) (p remoteJob, err error) {
	read := v.showReading(path)
	defer read()
	name, data, err := v.bytes(path)
	if err != nil {
		return p, err
	}
	p.data = data
	if p.spec, err = v.jobOf(path, name, job.Hash(p.data)); err != nil {
		return p, err
	}
	p.input, err = p.spec.Open(p.data, job.Limits{Bytes: int64(v.maxInput)})
	return p, jobError(err)
}

// bytes returns the name and content of the input file. For a function it generates both.
func (v *solve) bytes(path string) (name string, data []byte, err error) {
	function, err := v.isFunction(path)
	switch {
	case err != nil:
		return "", nil, err
	case function:
		return v.functionFile()
	case v.problem == "" && v.isDrill(path):
		return "", nil, usageError("%s: the service does not accept drill files: use 'tourmaline solve' without --server and --view", path)
	}
	data, err = budget.File(path, func(r io.Reader, called string) ([]byte, error) {
		name = filepath.Base(called)
		return budget.ReadAll(r, cmp.Or(int64(v.maxInput), budget.Held))
	})
	return name, data, inputError(err)
}

// jobOf returns the job that the flags describe.
func (v *solve) jobOf(path, name, hash string) (s job.Spec, err error) {
	several, err := v.applies(v.problem, path)
	if several {
		s, err = v.dispatch().spec()
	}
	if err != nil {
		return s, err
	}
	s.Instance, s.File, s.Problem, s.Reading, s.Route, s.Settings, s.Bound = hash, name, v.problem, v.Reading, v.Route, v.request, v.bound
	if slices.Contains(problems.Functions(), s.Problem) {
		s.Problem = "" // the file name determines the problem
	}
	return s, flagError(s.Validate(job.Limits{}))
}

// jobError classifies an error from reading a job as an input error or a usage error.
func jobError(err error) error {
	for _, f := range job.Faults(err) {
		if f.Code == job.BadInstance {
			return inputError(withFleetHint(withHint(err)))
		}
	}
	return flagError(err)
}

// writer checks the output flags and returns the function that writes the result.
func (v *solve) writer(c *cobra.Command, p remoteJob, path string) (func(*tourmaline.Result) error, error) {
	switch {
	case p.input.Fleet != nil:
		return func(r *tourmaline.Result) error { return v.writeFleet(p.input.Fleet, r) }, v.checkFleet(path)
	case p.input.Document == nil:
		if err := v.checkOther(c, false); err != nil {
			return nil, err
		}
		return v.writeOther, v.checkOutput(path)
	}
	if err := v.checkOutput(path); err != nil {
		return nil, err
	}
	in, err := v.timed(p.input.Document.Instance)
	if err != nil {
		return nil, err
	}
	return func(r *tourmaline.Result) error { return v.write(in, r) }, v.checkFormat(in)
}

// submit uploads the input file of a job and submits the job.
func (p remoteJob) submit(ctx context.Context, service *client.Client, key string) (api.Job, error) {
	if err := service.Upload(ctx, p.spec, p.data); err != nil {
		return api.Job{}, err
	}
	// From here on the job may exist, so the outcome must be determined even if ctx is cancelled.
	return service.Submit(context.WithoutCancel(ctx), p.spec, key)
}
