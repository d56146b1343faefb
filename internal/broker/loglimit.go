package broker

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	// maxLines is the maximum number of messages about connections that are logged within linesPeriod.
	// The server has one for every message that a worker is not permitted to send.
	maxLines    = 20
	linesPeriod = 10 * time.Second
)

// A quota limits the number of messages about connections.
type quota struct {
	mu           sync.Mutex
	since        time.Time
	logged, left int
}

// take reports whether a message may be logged, and how many messages were left out in the last
// period.
func (q *quota) take(now time.Time) (ok bool, left int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now.Sub(q.since) >= linesPeriod {
		left, q.since, q.logged, q.left = q.left, now, 0, 0
	}
	if q.logged == maxLines {
		q.left++
		return false, left
	}
	q.logged++
	return true, left
}

var (
	// ofConnection matches a message about a connection of a worker or of another node.
	ofConnection = regexp.MustCompile(` - [cr]id:\d+ - `)
	// ofOlderWorker matches a violation by a worker of a release before the worker protocol, and
	// contains its pool. Such a worker uses the streams and the default inbox.
	ofOlderWorker = regexp.MustCompile(`"` + accountPrefix + `([^/"]*)/.* Violation - Subject "(?:\$JS\.API|\$KV|_INBOX)\.`)
)

// olderWorker is the message about a violation by a worker of a release before the worker protocol.
const olderWorker = "rejected a worker of an older release, which opens streams: use the same release on servers and workers"

// writeLimited logs a message, and limits the number of those that a connection causes.
func (l *logger) writeLimited(level slog.Level, format string, v []any) {
	text := fmt.Sprintf(format, v...)
	if !ofConnection.MatchString(text) {
		l.write(level, "%s", []any{text})
		return
	}
	ok, left := l.clients.take(time.Now())
	if left > 0 {
		l.to.Warn("left out messages about connections", "messages", left)
	}
	if !ok {
		return
	}
	if worker := ofOlderWorker.FindStringSubmatch(text); worker != nil {
		l.to.Warn(olderWorker, "pool", worker[1], "detail", strings.TrimSpace(text))
		return
	}
	l.write(level, "%s", []any{text})
}
