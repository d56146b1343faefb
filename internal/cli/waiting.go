package cli

import (
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// showReading shows how much of a file is read, on a terminal. A signal meanwhile ends the
// program, which has nothing to write yet. The function that is returned ends both.
func (v *solve) showReading(path string) (done func()) {
	if v.screen == nil || path == "" {
		return func() {}
	}
	v.count = new(atomic.Int64)
	size := int64(0)
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	v.screen.show(func(width int) string {
		return look{blocks: speaksUTF8()}.reading(path, v.count.Load(), size, time.Since(v.began), width)
	}, nil)
	signals, read := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, endSignals()...)
	go func() {
		select {
		case <-read:
		case <-signals:
			v.screen.end()
			os.Exit(exitKilled)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(read)
		v.screen.show(nil, nil)
	}
}

// reading is the line while a file is read.
func (l look) reading(path string, read, size int64, elapsed time.Duration, width int) string {
	parts := []part{{rank: rankDoing, text: "reading " + humanize.Printable(filepath.Base(path)), short: "reading"}}
	switch {
	case read == 0:
	case size > 0:
		done := math.Min(float64(read)/float64(size), 1)
		parts = l.barred(&done, append(parts, share(done)))
	default:
		parts = append(parts, part{rank: rankShare, text: humanize.Bytes(read)})
	}
	return fit(append(parts, part{rank: rankElapsed, text: whole(elapsed.Seconds())}), width)
}
