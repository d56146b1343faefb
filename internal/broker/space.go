package broker

import (
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// maxReserve is the maximum reserve, in bytes.
const maxReserve = 1 << 30

var errFailed = errors.New("the server stopped after a failed write: it restarts when its disk has free space")

// Space returns an error if storing another size bytes would leave less than the reserve, which is
// a twentieth of the disk but at most 1 GiB. The reserve is for the checkpoints and results of
// accepted jobs. If the disk size is unknown, Space assumes that there is enough space. It also
// returns an error while the server cannot write.
func (b *Broker) Space(size int64) error {
	if err := b.diskSpace(size); err != nil {
		return err
	}
	if b.failed.Load() {
		return errFailed
	}
	return nil
}

func (b *Broker) diskSpace(size int64) error {
	free, all, ok := space(b.folder.Name())
	if kept := reserve(all); ok && free-size < kept {
		return fmt.Errorf("the server's disk has %s free, of which %s is reserved for accepted jobs", humanize.Bytes(free), humanize.Bytes(kept))
	}
	return nil
}

// Room returns the number of bytes that can be stored besides those that are stored, without the
// reserve. known is false if neither MaxStore nor the size of the disk is known.
func (b *Broker) Room() (bytes int64, known bool) {
	n, err := b.Numbers()
	return max(n.MaxStored-n.Stored, 0), err == nil && (n.FreeKnown || n.MaxStored > 0)
}

// reserve returns the reserve of a disk with the given size.
func reserve(all int64) int64 { return min(all/20, maxReserve) }
