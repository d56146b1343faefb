package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/generate"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A parcel is a job with its file, as it was read here.
type parcel struct {
	spec  job.Spec
	data  []byte
	input *job.Input
}

// prepare reads a file for a service, says how it was understood, and checks how the result
// is to be written.
func (v *solve) prepare(c *cobra.Command, path string) (p parcel, write func(*tourmaline.Result) error, err error) {
	if p, err = v.pack(path); err != nil {
		return p, nil, err
	}
	if write, err = v.writer(c, p, path); err != nil {
		return p, nil, err
	}
	if doc := p.input.Document; doc != nil {
		v.tell(path, doc)
		v.understood(doc.Instance, path)
	}
	return p, write, nil
}

// pack makes a job of a file, and finds faults here that the service would find.
func (v *solve) pack(path string) (p parcel, err error) {
	read := v.showReading(path)
	defer read()
	name, data, err := v.bytes(path)
	if err != nil {
		return p, err
	}
	p.data = data
	if p.spec, err = v.spec(name, job.Hash(p.data)); err != nil {
		return p, err
	}
	p.input, err = p.spec.Open(p.data, job.Limits{Bytes: int64(v.maxInput)})
	return p, misread(err)
}

// bytes is the file of a job as it is. That of a function is made here.
func (v *solve) bytes(path string) (name string, data []byte, err error) {
	function, err := v.isFunction(path)
	switch {
	case err != nil:
		return "", nil, err
	case function:
		return v.functionFile()
	case v.problem == "" && v.isDrill(path):
		return "", nil, usageError("%s: drill files are solved by 'tourmaline solve' without --server and --view", path)
	}
	data, err = budget.File(path, func(r io.Reader, called string) ([]byte, error) {
		name = filepath.Base(called)
		return io.ReadAll(budget.New(r, int64(v.maxInput)))
	})
	return name, data, inputError(err)
}

// misread is what is wrong with a file or with how it is to be read.
func misread(err error) error {
	for _, f := range job.Faults(err) {
		if f.Code == job.BadInstance {
			return inputError(advised(err))
		}
	}
	return misused(err)
}

// spec turns flags into a job.
func (v *solve) spec(file, hash string) (job.Spec, error) {
	problem := v.problem
	if slices.Contains(generate.Functions(), problem) {
		problem = "" // the name of its file determines the problem
	}
	s := job.Spec{Instance: hash, File: file, Problem: problem, Reading: v.Reading, Route: v.Route, Settings: v.request}
	return s, misused(s.Validate(job.Limits{}))
}

// writer is how the result of a job is written, checked before it is there.
func (v *solve) writer(c *cobra.Command, p parcel, path string) (func(*tourmaline.Result) error, error) {
	if p.input.Document == nil {
		if err := v.checkOther(c); err != nil {
			return nil, err
		}
		return v.writeOther, v.checkOutput(path)
	}
	if err := v.checkOutput(path); err != nil {
		return nil, err
	}
	in := p.input.Document.Instance
	return func(r *tourmaline.Result) error { return v.write(in, r) }, v.fits(in)
}

// submit uploads the file of a job, and submits it.
func (p parcel) submit(ctx context.Context, service *client.Client, key string) (api.Job, error) {
	if err := service.Upload(ctx, p.spec, p.data); err != nil {
		return api.Job{}, err
	}
	// From here on the job may exist: whether it does must become known.
	return service.Submit(context.WithoutCancel(ctx), p.spec, key)
}

// fetch gets the result of a job, and believes nothing of it.
func (p parcel) fetch(ctx context.Context, service *client.Client, id string) (*tourmaline.Result, error) {
	text, err := service.Result(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := p.input.Verify(text); err != nil {
		return nil, fmt.Errorf("job %s: %w", id, err)
	}
	r, err := p.input.Problem.ReadResult(text)
	if err != nil {
		return nil, fmt.Errorf("job %s: %w", id, err)
	}
	return r, nil
}
