package broker

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A journal hands the server's log on. The two dozen notices of a start and of an end are
// details; those between are about what happens to a cluster, and worth a line.
type journal struct {
	to      *slog.Logger
	notices slog.LevelVar
	first   atomic.Pointer[error] // the error that ended the start
}

// levelDetail is for what the server calls debugging: every connection.
const levelDetail = slog.LevelDebug - 4

func newJournal(to *slog.Logger) *journal {
	if to == nil {
		to = slog.New(slog.DiscardHandler)
	}
	j := &journal{to: to.With("part", "engine")}
	j.ending()
	return j
}

func (j *journal) started() { j.notices.Set(slog.LevelInfo) }
func (j *journal) ending()  { j.notices.Set(slog.LevelDebug) }

// details tells whether anybody reads them: making them costs.
func (j *journal) details() bool { return j.to.Enabled(context.Background(), levelDetail) }

// fatal is why the server gave up, nil while it has not.
func (j *journal) fatal() error {
	if err := j.first.Load(); err != nil {
		return *err
	}
	return nil
}

func (j *journal) write(level slog.Level, format string, v []any) {
	if ctx := context.Background(); j.to.Enabled(ctx, level) {
		j.to.Log(ctx, level, fmt.Sprintf(format, v...))
	}
}

// Noticef and the others make a journal a server.Logger.
func (j *journal) Noticef(format string, v ...any) { j.write(j.notices.Level(), format, v) }

// Warnf is for what may become a fault.
func (j *journal) Warnf(format string, v ...any) { j.write(slog.LevelWarn, format, v) }

// Errorf is for faults.
func (j *journal) Errorf(format string, v ...any) { j.write(slog.LevelError, format, v) }

// Fatalf is for faults that the server does not outlive. The caller of Start gets it.
func (j *journal) Fatalf(format string, v ...any) {
	err := fmt.Errorf(format, v...)
	j.first.CompareAndSwap(nil, &err)
	j.write(slog.LevelError, format, v)
}

// Debugf is for details.
func (j *journal) Debugf(format string, v ...any) { j.write(levelDetail, format, v) }

// Tracef would be for every message: it is never switched on.
func (j *journal) Tracef(string, ...any) {}
