package experiment

import (
	"fmt"
	"slices"
)

// A Source is a record file.
type Source struct {
	Name    string // short name, or the path if another file has the same short name
	Records []Record
}

// ReadSources reads record files.
func ReadSources(paths []string) ([]Source, error) {
	short := map[string]int{} // number of files with each short name
	for _, path := range paths {
		short[InstanceName(path)]++
	}
	var all []Source
	for _, path := range paths {
		records, err := ReadLog(path)
		if err != nil {
			return nil, err
		}
		name := InstanceName(path)
		if short[name] > 1 {
			name = path
		}
		all = append(all, Source{name, records})
	}
	return all, nil
}

// Merge returns the records of all sources. It adds the source name to the name of a contestant
// that occurs in several sources.
func Merge(sources []Source) []Record {
	in := map[string][]string{} // source names by contestant
	for _, s := range sources {
		for _, r := range s.Records {
			if !slices.Contains(in[r.Contestant], s.Name) {
				in[r.Contestant] = append(in[r.Contestant], s.Name)
			}
		}
	}
	var records []Record
	for _, s := range sources {
		for _, r := range s.Records {
			if len(in[r.Contestant]) > 1 {
				r.Contestant = fmt.Sprintf("%s (%s)", r.Contestant, s.Name)
			}
			records = append(records, r)
		}
	}
	return records
}
