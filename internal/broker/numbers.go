package broker

import (
	"cmp"
	"errors"
	"time"
)

// Numbers describe the embedded server for metrics.
type Numbers struct {
	Connections         int // of workers, servers and nodes
	MessagesIn, BytesIn int64
	MessagesOut         int64
	BytesOut            int64
	Stored              int64 // bytes on this disk
	MaxStored           int64 // bytes that may be stored; 0 if unknown
	Free                int64 // free bytes on this disk, if known
	FreeKnown           bool
}

// Numbers returns the current numbers. The counters start at 0 when the server is replaced after a
// failed write.
func (b *Broker) Numbers() (n Numbers, err error) {
	v, err := b.server.Load().Varz(nil)
	if err != nil {
		return n, err
	}
	n = Numbers{
		Connections: v.Connections + v.Routes, MessagesIn: v.InMsgs, BytesIn: v.InBytes, MessagesOut: v.OutMsgs, BytesOut: v.OutBytes,
	}
	if stats := v.JetStream.Stats; stats != nil {
		n.Stored = int64(stats.Store) //nolint:gosec // less than a disk
	}
	free, all, known := space(b.folder.Name())
	n.Free, n.FreeKnown, n.MaxStored = free, known, b.options.MaxStore
	if known {
		n.MaxStored = maxStored(n.MaxStored, n.Stored, free, all)
	}
	return n, nil
}

// SyncTime writes to the data folder and returns the time until the disk has confirmed the write.
func (b *Broker) SyncTime() (time.Duration, error) {
	began := time.Now()
	_, err := b.folder.WriteAt([]byte{'\n'}, 0) // the lock file, whose content is unused
	err = errors.Join(err, b.folder.Sync())
	return time.Since(began), err
}

// maxStored returns the number of bytes that may be stored on a disk with the given free and total
// bytes. It is at most the option MaxStore, where 0 means unlimited.
func maxStored(option, stored, free, all int64) int64 {
	room := stored + max(free-reserve(all), 0)
	return min(cmp.Or(option, room), room)
}
