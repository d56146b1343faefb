package protocol

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/gzip"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Frames are encoded in little-endian order: framesMagic, the number of cities and the number of
// frames as uint32, then the seconds, step and cost of each frame as float64, then the cities of
// each frame as int32. The encoded frames are compressed with gzip.
const (
	framesMagic  = "TMF1"
	framesHeader = 12       // in bytes
	frameHeader  = 3 * 8    // size in bytes of a frame without its cities
	gzipOverhead = 64 << 10 // maximum number of bytes that gzip adds to incompressible data
)

const (
	// frameBytes is the target for the total size in bytes of the tours that are recorded per job.
	frameBytes = 4 << 20
	// minFrames and maxFrames bound the number of frames that results from frameBytes.
	minFrames, maxFrames = 8, 240
	// maxRecorded is the number of cities of the largest instance that is recorded.
	maxRecorded = 2_000_000
)

// ErrNoFrames indicates that a job has no valid frames.
var ErrNoFrames = errors.New("the job has no valid frames")

// A Frame is the best tour at a point in time.
type Frame struct {
	Seconds, Step, Cost float64
	Tour                tsp.Tour
}

// FrameCapacity returns the maximum number of frames for n cities. It is 0 if nothing is recorded.
func FrameCapacity(n int) int {
	if n < 1 || n > maxRecorded {
		return 0
	}
	return min(max(frameBytes/(4*n), minFrames), maxFrames)
}

// MaxFramesSize returns the maximum size in bytes of the packed frames of n cities.
func MaxFramesSize(n int) int64 {
	return framesHeader + int64(FrameCapacity(n))*int64(frameHeader+4*n) + gzipOverhead
}

// encode appends numbers in little-endian order.
func encode[T int32 | uint32 | float64](data []byte, numbers []T) []byte {
	data, _ = binary.Append(data, binary.LittleEndian, numbers) // fails only for other types
	return data
}

// PackFrames encodes and compresses one or more frames of the same cities.
func PackFrames(all []Frame) ([]byte, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	counts := []uint32{uint32(len(all[0].Tour)), uint32(len(all))}
	data := encode([]byte(framesMagic), counts)
	for _, f := range all {
		data = encode(data, []float64{f.Seconds, f.Step, f.Cost})
	}
	_, err = z.Write(data)
	for _, f := range all {
		if err == nil {
			_, err = z.Write(TourBytes(f.Tour))
		}
	}
	err = errors.Join(err, z.Close())
	return packed.Bytes(), err
}

// UnpackFrames decompresses the frames of n cities. Because workers are not trusted, it checks all
// values and limits the number of bytes that it reads.
func UnpackFrames(packed []byte, n int) ([]byte, error) {
	from := bytes.NewReader(packed)
	z, err := gzip.NewReader(from)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoFrames, err)
	}
	z.Multistream(false)
	header := make([]byte, framesHeader)
	if _, err := io.ReadFull(z, header); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrNoFrames, err)
	}
	cities, count := binary.LittleEndian.Uint32(header[4:]), int64(binary.LittleEndian.Uint32(header[8:]))
	if string(header[:4]) != framesMagic || int64(cities) != int64(n) || count < 2 || count > int64(FrameCapacity(n)) {
		return nil, fmt.Errorf("%w: found %q, %d cities and %d frames, expected %q, %d cities and 2 to %d frames",
			ErrNoFrames, header[:4], cities, count, framesMagic, n, FrameCapacity(n))
	}
	all, rest := bytes.NewBuffer(header), count*int64(frameHeader+4*n)
	if found, err := all.ReadFrom(io.LimitReader(z, rest+1)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoFrames, err)
	} else if found != rest || from.Len() > 0 {
		return nil, fmt.Errorf("%w: found %d bytes followed by %d compressed bytes, expected %d and 0", ErrNoFrames, found, from.Len(), rest)
	}
	if err := checkFrames(all.Bytes()[framesHeader:], n, int(count)); err != nil {
		return nil, err
	}
	return all.Bytes(), nil
}

// checkFrames rejects numbers that are not finite, times that decrease, and invalid tours.
func checkFrames(data []byte, n, count int) error {
	before := 0.0
	for i := range count {
		for k := range 3 {
			fact := math.Float64frombits(binary.LittleEndian.Uint64(data[i*frameHeader+8*k:]))
			if math.IsNaN(fact) || math.IsInf(fact, 0) || k == 0 && fact < before {
				return fmt.Errorf("%w: frame %d contains the invalid number %v", ErrNoFrames, i, fact)
			}
			if k == 0 {
				before = fact
			}
		}
		if !IsTour(data[count*frameHeader+4*n*i:][:4*n], n) {
			return fmt.Errorf("%w: frame %d is not a tour of %d cities", ErrNoFrames, i, n)
		}
	}
	return nil
}
