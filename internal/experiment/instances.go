package experiment

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Instances returns the files in a folder that match patterns, in pattern order and without
// duplicates. A pattern for which made returns true names a generated instance instead. Names must
// be unique, because records and plans refer to instances by name.
func Instances(patterns []string, folder string, made func(string) bool) ([]string, error) {
	var all []string
	for _, pattern := range patterns {
		found, err := matches(pattern, folder, made)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no instances given: expected files, patterns such as tsplib/*.tsp, or generated instances such as uniform:1000")
	}
	return unique(all)
}

// unique removes duplicates. It returns an error if two instances have the same name.
func unique(instances []string) (all []string, err error) {
	first := map[string]string{}
	for _, instance := range instances {
		name := InstanceName(instance)
		other, known := first[name]
		switch {
		case !known:
			first[name] = instance
			all = append(all, instance)
		case other != instance:
			return nil, fmt.Errorf("instances %s and %s have the same name: use a separate experiment for each", other, instance)
		}
	}
	return all, nil
}

func matches(pattern, folder string, made func(string) bool) ([]string, error) {
	if made(pattern) {
		return []string{pattern}, nil
	}
	if filepath.IsAbs(pattern) {
		return glob(pattern, pattern)
	}
	files, err := glob(pattern, filepath.Join(folder, filepath.FromSlash(pattern)))
	for i, f := range files {
		if rel, err := filepath.Rel(folder, f); err == nil {
			files[i] = filepath.ToSlash(rel)
		}
	}
	return files, err
}

// glob returns the files that match the whole path of a pattern, small files first.
func glob(pattern, whole string) ([]string, error) {
	files, err := filepath.Glob(whole)
	if err != nil {
		return nil, fmt.Errorf("instances %q: %w", pattern, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("instances: no file matches %s: %w", whole, fs.ErrNotExist)
	}
	slices.SortFunc(files, bySizeThenName)
	return files, nil
}

// bySizeThenName compares files so that small files come first and results are available early.
func bySizeThenName(a, b string) int {
	return cmp.Or(cmp.Compare(size(a), size(b)), strings.Compare(a, b))
}

func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Unknown returns the instance names for which the plan sets limits or restricts contestants, but
// which match no instance at either size.
func (p *Plan) Unknown(folder string, made func(string) bool) []string {
	known := map[string]bool{}
	for _, pattern := range slices.Concat(p.Instances, p.AtFullSize().Instances) {
		files, err := matches(pattern, folder, made)
		if err != nil {
			files = []string{pattern} // a missing file, perhaps needed only at the other size
		}
		for _, f := range files {
			known[InstanceName(f)] = true
		}
	}
	names := slices.Collect(maps.Keys(p.Instance))
	for _, c := range p.Contestants {
		names = append(names, c.Instances...)
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return known[name] })
}
