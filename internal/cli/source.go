package cli

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// A source is a file of records.
type source struct {
	name    string // short, or the path where another file has the same short name
	records []experiment.Record
}

func readSources(paths []string) ([]source, error) {
	short := map[string]int{} // how many files have a name
	for _, path := range paths {
		short[experiment.InstanceName(path)]++
	}
	var all []source
	for _, path := range paths {
		records, err := experiment.ReadLog(path)
		if err != nil {
			return nil, inputError(err)
		}
		name := experiment.InstanceName(path)
		if short[name] > 1 {
			name = path
		}
		all = append(all, source{name, records})
	}
	return all, nil
}

// joined are the records of all sources. Contestants of one name in several of them are
// told apart by the names of the files.
func joined(all []source) []experiment.Record {
	in := map[string]map[string]bool{} // sources by contestant
	for _, s := range all {
		for _, r := range s.records {
			if in[r.Contestant] == nil {
				in[r.Contestant] = map[string]bool{}
			}
			in[r.Contestant][s.name] = true
		}
	}
	var records []experiment.Record
	for _, s := range all {
		for _, r := range s.records {
			if len(in[r.Contestant]) > 1 {
				r.Contestant = fmt.Sprintf("%s (%s)", r.Contestant, s.name)
			}
			records = append(records, r)
		}
	}
	return records
}
