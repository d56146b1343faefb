package experiment

import (
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
		return nil, fmt.Errorf("no instances: expected files, patterns such as tsplib/*.tsp, or generated ones such as uniform:1000")
	}
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(instance string) bool {
		again := seen[instance]
		seen[instance] = true
		return again
	})
	return all, uniqueNames(all)
}

func uniqueNames(instances []string) error {
	first := map[string]string{}
	for _, instance := range instances {
		name := InstanceName(instance)
		if other, twice := first[name]; twice {
			return fmt.Errorf("instances %s and %s have the same name: use an experiment for each", other, instance)
		}
		first[name] = instance
	}
	return nil
}

func matches(pattern, folder string, made func(string) bool) ([]string, error) {
	if made(pattern) {
		return []string{pattern}, nil
	}
	whole := pattern
	if !filepath.IsAbs(pattern) {
		whole = filepath.Join(folder, filepath.FromSlash(pattern))
	}
	files, err := filepath.Glob(whole)
	if err != nil {
		return nil, fmt.Errorf("instances %q: %w", pattern, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("instances: no file matches %s: %w", whole, fs.ErrNotExist)
	}
	slices.SortFunc(files, bySizeThenName)
	for i, f := range files {
		if rel, err := filepath.Rel(folder, f); err == nil && !filepath.IsAbs(pattern) {
			files[i] = filepath.ToSlash(rel)
		}
	}
	return files, nil
}

// bySizeThenName compares files so that small files come first and results are available early.
func bySizeThenName(a, b string) int {
	if d := size(a) - size(b); d != 0 {
		return int(max(min(d, 1), -1))
	}
	return strings.Compare(a, b)
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
	patterns := slices.Clone(p.Instances)
	if p.Full != nil {
		patterns = append(patterns, p.Full.Instances...)
	}
	known := map[string]bool{}
	for _, pattern := range patterns {
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
