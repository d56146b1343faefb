package broker

import (
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// mostReserve bounds the reserve on large disks.
const mostReserve = 1 << 30

// errStopped is for the seconds until the server is a new one.
var errStopped = errors.New("the server could not write, and is started anew when its disk has room")

// Room is an error if size more bytes would leave less than the reserve: a twentieth of the
// disk, at most 1 GiB. The reserve is for jobs that were taken, with their checkpoints and
// results: a server that cannot write them stops. A disk that does not say how full it is
// has room.
func (e *Engine) Room(size int64) error {
	if err := e.roomOnDisk(size); err != nil {
		return err
	}
	if e.stopped.Load() {
		return errStopped
	}
	return nil
}

func (e *Engine) roomOnDisk(size int64) error {
	free, all, ok := space(e.folder.Name())
	if reserve := min(all/20, mostReserve); ok && free-size < reserve {
		return fmt.Errorf("%s are free on the disk of the server, and %s are kept for jobs that were taken", humanize.Bytes(free), humanize.Bytes(reserve))
	}
	return nil
}
