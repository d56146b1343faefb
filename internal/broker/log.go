package broker

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A logger forwards the server's log. Notices during start and stop have level debug. Notices in
// between concern the cluster and have level info.
type logger struct {
	to      *slog.Logger
	notices slog.LevelVar
	first   atomic.Pointer[error] // first fatal error
	clients quota
}

// levelDetail is the level of the server's debug messages. The server logs one for every
// connection.
const levelDetail = slog.LevelDebug - 4

func newLogger(to *slog.Logger) *logger {
	l := &logger{to: cmp.Or(to, slog.New(slog.DiscardHandler)).With("part", "broker")}
	l.stopping()
	return l
}

func (l *logger) started()  { l.notices.Set(slog.LevelInfo) }
func (l *logger) stopping() { l.notices.Set(slog.LevelDebug) }

// debug reports whether debug messages are enabled. If not, the server need not spend time
// formatting them.
func (l *logger) debug() bool { return l.to.Enabled(context.Background(), levelDetail) }

// fatal returns the error that stopped the server, or nil while the server runs.
func (l *logger) fatal() error {
	if err := l.first.Load(); err != nil {
		return *err
	}
	return nil
}

func (l *logger) write(level slog.Level, format string, v []any) {
	if ctx := context.Background(); l.to.Enabled(ctx, level) {
		l.to.Log(ctx, level, fmt.Sprintf(format, v...))
	}
}

// Noticef implements server.Logger, as do the methods below.
func (l *logger) Noticef(format string, v ...any) { l.write(l.notices.Level(), format, v) }

// Warnf logs a warning.
func (l *logger) Warnf(format string, v ...any) { l.writeLimited(slog.LevelWarn, format, v) }

// Errorf logs an error.
func (l *logger) Errorf(format string, v ...any) { l.writeLimited(slog.LevelError, format, v) }

// Fatalf logs an error that stops the server. Start returns it.
func (l *logger) Fatalf(format string, v ...any) {
	err := fmt.Errorf(format, v...)
	l.first.CompareAndSwap(nil, &err)
	l.write(slog.LevelError, format, v)
}

// Debugf logs a debug message.
func (l *logger) Debugf(format string, v ...any) { l.write(levelDetail, format, v) }

// Tracef ignores message traces, which are never enabled.
func (l *logger) Tracef(string, ...any) {}
