package format_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// million returns a file with a million lines like "123 4567.5 8901.25".
func million(b *testing.B) []byte {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var file bytes.Buffer
	fmt.Fprintf(&file, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", 1_000_000)
	for i := range 1_000_000 {
		fmt.Fprintf(&file, "%d %.1f %.2f\n", i+1, r.Float64()*1e4, r.Float64()*1e4)
	}
	file.WriteString("EOF\n")
	return file.Bytes()
}

func BenchmarkReadTSPLIB1M(b *testing.B) {
	file := million(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := format.Read(bytes.NewReader(file), "a.tsp", format.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadCSV1M(b *testing.B) {
	var file bytes.Buffer
	in, err := format.Read(bytes.NewReader(million(b)), "a.tsp", format.Options{})
	if err == nil {
		err = format.Write(&file, in, format.CSV)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := format.Read(bytes.NewReader(file.Bytes()), "a.csv", format.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteTSPLIB1M(b *testing.B) {
	in, err := format.Read(bytes.NewReader(million(b)), "a.tsp", format.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := format.Write(io.Discard, in, format.TSPLIB); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadTour1M(b *testing.B) {
	in, err := format.Read(bytes.NewReader(million(b)), "a.tsp", format.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var file bytes.Buffer
	if err := format.WriteTour(&file, in, tsp.Identity(in.N()), nil, format.Tour); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, _, err := format.ReadTour(bytes.NewReader(file.Bytes()), "a.tour", in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadStops100K measures reading a table of stops, including the search for probable
// mistakes.
func BenchmarkReadStops100K(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	file := bytes.NewBufferString("id,name,lat,lon\n")
	for i := range 100_000 {
		fmt.Fprintf(file, "K-%d,Stop %d,%.6f,%.6f\n", i, i, 47+r.Float64()*8, 6+r.Float64()*9)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := format.Read(bytes.NewReader(file.Bytes()), "a.csv", format.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
