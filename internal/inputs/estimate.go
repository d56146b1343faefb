package inputs

import (
	"bytes"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// ParsingMemory is the default memory in bytes for parsing files concurrently.
	ParsingMemory = 512 << 20
	// parsingPerNumber is the memory that a number of a file takes while it is parsed: its value in
	// a list that is being enlarged.
	parsingPerNumber = 24
	// largeParsing is the memory from which on what parsing has left behind is returned to the
	// system before another file is parsed. Otherwise the next file would take new memory.
	largeParsing = 128 << 20
	// maxRatio is the compression ratio that parsingNeeds assumes.
	maxRatio = 100
)

// parsingNeeds estimates the memory that parsing a file takes, in addition to the file itself.
func parsingNeeds(file []byte, limits job.Limits) int64 {
	size := int64(len(file))
	if compressed(file) {
		limit := limits.Bytes
		if limit <= 0 {
			limit = budget.Default
		}
		return 4 * min(maxRatio*size, limit)
	}
	numbers := 0
	for _, separator := range []string{" ", ",", "\n", "\t", ";"} {
		numbers += bytes.Count(file, []byte(separator))
	}
	return parsingPerNumber*int64(numbers) + size
}

const (
	bytesPerCity   = 4   // lists that some readers keep
	bytesPerVector = 24  // coordinates of a city on the unit sphere
	bytesPerName   = 16  // header of a string
	bytesPerID     = 40  // id, and its entry in an index
	bytesPerPair   = 16  // two matrices
	bytesPerStop   = 160 // of several vehicles: loads, window, service and prize
	bytesPerByte   = 40  // maximum memory that a reader retains per byte of the file
)

// memoryOf estimates the memory that an instance uses.
func memoryOf(in *job.Input, file []byte) int64 {
	if in.Document != nil && in.Document.Instance.Coords() != nil {
		return memoryOfCities(in.Document.Instance, file)
	}
	if in.Table != nil && in.Table.Instance.Coords() != nil {
		return memoryOfCities(in.Table.Instance, file) + bytesPerStop*int64(in.Info.N)
	}
	n, size := int64(in.Info.N), int64(len(file))
	memory := bytesPerPair * n * n
	if !compressed(file) {
		memory = min(memory, bytesPerByte*size)
	}
	return memory + size
}

// memoryOfCities estimates the memory of an instance with coordinates. 10 million cities without
// names take 160 MB, estimated as 200 MB.
func memoryOfCities(in *tsp.Instance, file []byte) int64 {
	n, d := int64(in.N()), in.Details()
	memory := 8*int64(len(in.Coords())+len(d.Display)+len(d.Locations)) + bytesPerCity*n + bytesPerID*int64(len(d.IDs))
	if in.Metric() == tsp.Geo || in.Metric() == tsp.Haversine {
		memory += bytesPerVector * n
	}
	for _, names := range [][]string{d.Labels, d.Codes} {
		memory += bytesPerName * int64(len(names))
		for _, name := range names {
			memory += int64(len(name))
		}
	}
	if d.Columns != nil {
		memory += int64(len(file))
	}
	return memory
}

// compressed reports whether a file starts with the magic bytes of gzip, zstd or zip.
func compressed(file []byte) bool {
	starts := func(magic string) bool { return bytes.HasPrefix(file, []byte(magic)) }
	return slices.ContainsFunc([]string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "PK"}, starts)
}
