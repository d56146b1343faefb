package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// loadInstance returns the file of an instance. It requests the file for any running job that needs
// it, and for another one if that job ends in the meantime.
func (w *Worker) loadInstance(_ context.Context, tenant, hash string) (inputs.File, error) {
	needs := func(a *attempt) bool {
		return a.task.Tenant == tenant && a.task.Spec.Instance == hash && a.grace.Err() == nil
	}
	for {
		a := w.find(needs)
		if a == nil {
			return nil, fmt.Errorf("instance %s: %w: no running job needs it", hash, protocol.ErrFenced)
		}
		file, err := a.instanceFile()
		if errors.Is(err, protocol.ErrFenced) {
			a.fence()
		}
		if err == nil || a.grace.Err() == nil {
			return file, err
		}
	}
}

// openDisk opens the folder for instance files.
func (w *Worker) openDisk() (closeDisk func(), err error) {
	if w.opt.CacheDir == "" {
		return func() {}, nil
	}
	w.disk, err = diskcache.New(w.opt.CacheDir, w.opt.DirSize)
	if err != nil {
		return nil, err
	}
	return func() { _ = w.disk.Close() }, nil // it is only a cache
}

// instanceFile returns the file of the job's instance. The file is in the cache folder, or in
// memory if the worker has no cache folder or cannot write to it.
func (a *attempt) instanceFile() (inputs.File, error) {
	if disk := a.worker.disk; disk != nil {
		file, err := disk.Put(a.task.Spec.Instance, a.copyInstance)
		switch {
		case err == nil:
			return file, nil
		case protocol.IsRequestError(err):
			return nil, err
		}
		a.log.Warn("cannot use the cache folder", "error", err)
	}
	var data bytes.Buffer
	err := a.copyInstance(&data)
	return inputs.Memory(data.Bytes()), err
}

// copyInstance writes the file of the job's instance.
func (a *attempt) copyInstance(to io.Writer) error {
	return a.read(a.grace, protocol.Instance, protocol.UnknownSize, strings.TrimPrefix(a.task.Spec.Instance, "sha256:"), to)
}

// readCheckpoint returns the checkpoint of the job.
func (a *attempt) readCheckpoint(ctx context.Context) ([]byte, error) {
	return a.readBlob(ctx, protocol.Checkpoint, a.task.Checkpoint)
}

// readBlob returns data of the job, which the task may contain.
func (a *attempt) readBlob(ctx context.Context, kind protocol.Kind, b *protocol.Blob) ([]byte, error) {
	if b.Inline == nil {
		var data bytes.Buffer
		err := a.read(ctx, kind, b.Size, b.SHA256, &data)
		return data.Bytes(), err
	}
	if protocol.Sum(b.Inline) != b.SHA256 {
		return nil, fmt.Errorf("%s: %w: wrong hash", kind, protocol.ErrCorrupt)
	}
	return b.Inline, nil
}

// startSolution returns the solution that the search starts from, or nil.
func (a *attempt) startSolution(ctx context.Context, in *job.Input) (any, error) {
	b := a.task.Start
	if b == nil {
		return nil, nil
	}
	data, err := a.readBlob(ctx, protocol.Start, b)
	if err != nil {
		return nil, err
	}
	solution, _, err := in.ReadStart(data)
	if err != nil {
		return nil, job.BadStart(a.task.Spec.StartFrom, err)
	}
	return solution, nil
}

// read writes stored data of the job.
func (a *attempt) read(ctx context.Context, kind protocol.Kind, size int64, sum string, to io.Writer) error {
	return a.worker.client.Read(ctx, a.task.Claim, kind, size, sum, countingWriter{to, &a.moves})
}

// A countingWriter counts every write as a move of its job, because a job that reads its data is
// not stuck.
type countingWriter struct {
	io.Writer
	moves *atomic.Uint64
}

func (w countingWriter) Write(p []byte) (int, error) {
	w.moves.Add(1)
	return w.Writer.Write(p)
}
