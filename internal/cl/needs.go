package cl

import "fmt"

// A Need describes a buffer that will be allocated.
type Need struct {
	Name  string
	Bytes uint64
}

// Needs lists all buffers that a piece of work needs.
type Needs []Need

// Total returns the total size of all buffers.
func (all Needs) Total() (bytes uint64) {
	for _, b := range all {
		bytes += b.Bytes
	}
	return bytes
}

// largest returns the largest buffer, or the first one in a tie.
func (all Needs) largest() (found Need) {
	for _, b := range all {
		if b.Bytes > found.Bytes {
			found = b
		}
	}
	return found
}

// Shortage describes why the buffers do not fit on a device on which used bytes are already
// allocated. It returns "" if they fit. The text continues a sentence that ends in "need".
func (all Needs) Shortage(info Info, used uint64) string {
	total, largest, free := all.Total(), all.largest(), info.Memory-min(used, info.Memory)
	switch {
	case total > free:
		return fmt.Sprintf("%s on a device, most of it for %s, but %s has %s left", size(total), largest.Name, info.Name, size(free))
	case largest.Bytes > info.MaxBuffer:
		return fmt.Sprintf("%s for %s, the limit for one buffer on %s is %s", size(largest.Bytes), largest.Name, info.Name, size(info.MaxBuffer))
	}
	return ""
}

// size formats a number of bytes.
func size(bytes uint64) string {
	if bytes < 1<<30 {
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}
