package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The supported formats. Matrix is for reading only: it reads a CSV file as distances even if the
// file looks like places.
const (
	TSPLIB  Format = "tsplib"
	Tour    Format = "tour"
	CSV     Format = "csv"
	Matrix  Format = "matrix"
	GeoJSON Format = "geojson"
	JSON    Format = "json"
	NPY     Format = "npy"
	GPX     Format = "gpx"
	KML     Format = "kml"  // tours only, and only for writing
	XLSX    Format = "xlsx" // tours only; package internal/job reads places from workbooks
)

// An Info describes a format.
type Info struct {
	Format     Format
	About      string   // short description
	Extensions []string // file name extensions, such as ".tsp", the usual one first
	MediaType  string

	Reads, Writes bool // whether instances can be read and written
	Tours         bool // whether [WriteTour] supports the format
	Roads         bool // whether tours can be written along roads

	// Fits returns an error if the format cannot hold tours of the instance.
	Fits func(in *tsp.Instance) error
	// Lost names what [Write] leaves out of an instance, such as "the fixed edges". Without problem,
	// a reader of the file gets a different problem: other tours are allowed, or they have other
	// costs. details are names, units and the like.
	Lost func(in *tsp.Instance) (problem, details []string)
}

// Formats returns a description of every format.
func Formats() []Info {
	var all []Info
	for _, r := range rows() {
		r.Reads, r.Writes, r.Tours = r.read != nil && r.Format != Tour, r.write != nil, r.writeTour != nil
		if r.Fits == nil {
			r.Fits = func(*tsp.Instance) error { return nil }
		}
		r.Lost = func(in *tsp.Instance) (problem, details []string) { return lost(in, r.Format) }
		all = append(all, r.Info)
	}
	return all
}

// A row is an Info with the functions of the format. A function is nil if the format does not
// support it.
type row struct {
	Info
	// reports whether text is the start of a file in this format; called if the extension is
	// unknown
	begins    func(text string) bool
	read      func(*source, Options) (*tsp.Instance, error)
	write     func(io.Writer, *tsp.Instance) error
	readTour  func(*tourBuilder) error
	writeTour func(io.Writer, *tsp.Instance, tsp.Tour, Roads) error
}

// rows returns the list of formats. All other information about formats derives from this list.
func rows() []row {
	return []row{
		{
			Info:   Info{Format: TSPLIB, About: "TSPLIB", Extensions: []string{".tsp", ".atsp", ".hpp"}, MediaType: "text/plain"},
			begins: isTSPLIB, read: readTSPLIB, write: writeTSPLIB, readTour: (*tourBuilder).readTSPLIB,
		},
		{
			Info: Info{Format: Tour, About: "TSPLIB tours", Extensions: []string{".tour"}, MediaType: "text/plain"},
			read: readTSPLIB, writeTour: writeTour, // readTSPLIB rejects tours with a message
		},
		{
			Info: Info{Format: CSV, About: "tables of places, matrices or tours", Extensions: []string{".csv", ".tsv"}, MediaType: "text/csv"},
			read: readCSV, write: writeCSV, readTour: (*tourBuilder).readTable, writeTour: writeTourCSV,
		},
		{
			Info: Info{Format: Matrix, About: "tables that are matrices", MediaType: "text/csv"},
			read: readMatrixCSV,
		},
		{
			Info: Info{Format: GeoJSON, About: "points, and tours as lines", Extensions: []string{".geojson"}, MediaType: "application/geo+json", Roads: true, Fits: drawable},
			read: readGeoJSON, write: writeGeoJSON, readTour: (*tourBuilder).readJSON, writeTour: writeTourGeoJSON,
		},
		{
			Info:   Info{Format: JSON, About: "places, matrices, results and OSRM responses", Extensions: []string{".json"}, MediaType: "application/json"},
			begins: isJSON, read: readJSON, write: writeJSON, readTour: (*tourBuilder).readJSON, writeTour: writeTourJSON,
		},
		{
			Info:   Info{Format: NPY, About: "NumPy arrays", Extensions: []string{".npy"}, MediaType: "application/octet-stream"},
			begins: func(text string) bool { return strings.HasPrefix(text, npyMagic) }, read: readNPY, write: writeNPY,
		},
		{
			Info:      Info{Format: XLSX, About: "tours as workbooks", Extensions: []string{".xlsx"}, MediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Fits: fitsSheet},
			readTour:  (*tourBuilder).readWorkbook,
			writeTour: writeTourXLSX,
		},
		{
			Info:      Info{Format: KML, About: "tours for maps such as Google Earth", Extensions: []string{".kml"}, MediaType: "application/vnd.google-earth.kml+xml", Roads: true, Fits: onGlobe},
			writeTour: writeTourKML,
		},
		{
			Info:   Info{Format: GPX, About: "waypoints and routes", Extensions: []string{".gpx"}, MediaType: "application/gpx+xml", Roads: true, Fits: onGlobe},
			begins: isXML, read: readGPX, write: writeGPX, readTour: (*tourBuilder).readGPX, writeTour: writeTourGPX,
		},
	}
}

// rowOf returns the row of a format. For an unknown format, the row has no functions.
func rowOf(f Format) row {
	for _, r := range rows() {
		if r.Format == f {
			return r
		}
	}
	return row{}
}

// beginning returns the row of the format that the first bytes of a file indicate, or of CSV if no
// other format fits.
func beginning(text string) row {
	for _, r := range rows() {
		if r.begins != nil && r.begins(text) {
			return r
		}
	}
	return rowOf(CSV)
}

// namesOf lists the formats that satisfy fits, for messages.
func namesOf(fits func(Info) bool) string {
	var names []string
	for _, f := range Formats() {
		if fits(f) {
			names = append(names, string(f.Format))
		}
	}
	return strings.Join(names, ", ")
}

// Write writes an instance. The formats carry:
//
//   - tsplib: everything except labels, codes and a unit. Reading the file
//     gives the same instance. The edge weight types EUCLIDEAN and HAVERSINE,
//     PATH_START and PATH_END with TYPE HPP, NODE_ID_SECTION, and the
//     DISPLAY_DATA_TYPE LATLON_DISPLAY are extensions of TSPLIB. Locations replace
//     display data.
//   - json: everything.
//   - csv: coordinates, ids or codes, and labels; or a matrix with labels or ids. The metric
//     must be given when reading the file if it is not Euclidean or Haversine.
//   - geojson: two coordinates per city, ids or codes, and labels; for a matrix, the
//     locations without the distances.
//   - gpx: places on the globe with labels or, without labels, codes or ids; for a matrix,
//     the locations without the distances.
//   - npy: the distance matrix, for any metric.
//
// No format carries the table that an instance was read from (Details.Columns).
//
// All formats except tsplib and json convert GEO's degrees and minutes to decimal degrees.
func Write(w io.Writer, in *tsp.Instance, f Format) error {
	write := rowOf(f).write
	if write == nil {
		return fmt.Errorf("cannot write instances as %q: expected one of %s", f, namesOf(func(i Info) bool { return i.Writes }))
	}
	if in.Plain() != nil {
		return errTied
	}
	return write(w, in)
}
