package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// loadInstance returns the file of an instance. It requests the file for any running job that needs
// it, and for another one if that job ends in the meantime.
func (w *Worker) loadInstance(_ context.Context, tenant, hash string) ([]byte, error) {
	needs := func(a *attempt) bool {
		return a.task.Tenant == tenant && a.task.Spec.Instance == hash && a.grace.Err() == nil
	}
	for {
		a := w.find(needs)
		if a == nil {
			return nil, fmt.Errorf("instance %s: %w: no running job needs it", hash, protocol.ErrFenced)
		}
		file, err := a.readInstance()
		if errors.Is(err, protocol.ErrFenced) {
			a.fence()
		}
		if err == nil || a.grace.Err() == nil {
			return file, err
		}
	}
}

// readInstance returns the file of the job's instance.
func (a *attempt) readInstance() ([]byte, error) {
	sum := strings.TrimPrefix(a.task.Spec.Instance, "sha256:")
	return a.read(a.grace, protocol.Instance, protocol.UnknownSize, sum)
}

// readCheckpoint returns the checkpoint of the job.
func (a *attempt) readCheckpoint(ctx context.Context) ([]byte, error) {
	b := a.task.Checkpoint
	if b.Inline == nil {
		return a.read(ctx, protocol.Checkpoint, b.Size, b.SHA256)
	}
	if protocol.Sum(b.Inline) != b.SHA256 {
		return nil, fmt.Errorf("%s: %w: wrong hash", protocol.Checkpoint, protocol.ErrCorrupt)
	}
	return b.Inline, nil
}

// read returns stored data of the job.
func (a *attempt) read(ctx context.Context, kind protocol.Kind, size int64, sum string) ([]byte, error) {
	to := countingBuffer{moves: &a.moves}
	err := a.worker.client.Read(ctx, a.task.Claim, kind, size, sum, &to)
	return to.Bytes(), err
}

// A countingBuffer counts every write as a move of its job, because a job that reads its data is not
// stuck.
type countingBuffer struct {
	bytes.Buffer
	moves *atomic.Uint64
}

func (b *countingBuffer) Write(p []byte) (int, error) {
	b.moves.Add(1)
	return b.Buffer.Write(p)
}
