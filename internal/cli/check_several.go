package cli

import (
	"cmp"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A rival is one of several tours of an instance.
type rival struct {
	File string `json:"file"`
	judgement
	SameLegs int `json:"same_legs"` // as the first tour has
	in       *tsp.Instance
	tour     tsp.Tour
}

// checkSeveral checks tours of one instance, and sets each beside the first.
func checkSeveral(s streams, read reading, way route, form textOrJSON, m measures, instance string, paths []string) error {
	in, err := read.instance(instance)
	if err != nil {
		return err
	}
	if in, err = way.apply(in); err != nil {
		return err
	}
	var all []rival
	for _, path := range paths {
		claim, err := readClaim(path, in, way)
		if err != nil {
			return err
		}
		if err := claim.judge(); err != nil {
			return err
		}
		r := rival{File: path, judgement: judged(claim.in, claim.in.Cost(claim.tour)), in: claim.in, tour: claim.tour}
		r.Stated = claim.stated.Cost
		all = append(all, r)
		all[len(all)-1].SameLegs = sameLegs(all[0], r)
	}
	return form.write(s, all, func(s streams) error {
		for _, r := range all {
			if _, err := fmt.Fprintf(s.out, "%s: a %s of %s, %s%s\n", humanize.Printable(r.File), output.Kind(r.in), humanize.Count(r.N, "city"), m.price(r.Cost, r.in.Details().Unit), r.compare(all[0], m)); err != nil {
				return err
			}
		}
		return nil
	})
}

// beside says how a tour differs from the first one.
func (r rival) compare(first rival, m measures) string {
	if r.File == first.File {
		return ""
	}
	legs := fmt.Sprintf("%d of %d legs the same", r.SameLegs, len(r.in.Stops(r.tour))-1)
	change := r.Cost - first.Cost
	if change == 0 {
		return fmt.Sprintf(", as long as %s; %s", humanize.Printable(first.File), legs)
	}
	word := map[int]string{-1: "less", 1: "more"}[cmp.Compare(change, 0)]
	percent := ""
	if first.Cost != 0 {
		percent = fmt.Sprintf(" (%.1f %%)", 100*math.Abs(change/first.Cost))
	}
	return fmt.Sprintf(", %s%s %s than %s; %s", m.figure(math.Abs(change), r.in.Details().Unit), percent, word, humanize.Printable(first.File), legs)
}

// sameLegs counts the legs that two tours have in common, in either direction where that
// makes no difference.
func sameLegs(a, b rival) int {
	type leg [2]int32
	of := func(r rival) map[leg]bool {
		legs := map[leg]bool{}
		stops := r.in.Stops(r.tour)
		for k := 1; k < len(stops); k++ {
			l := leg{stops[k-1].City, stops[k].City}
			if r.in.Symmetric() {
				l = leg{min(l[0], l[1]), max(l[0], l[1])}
			}
			legs[l] = true
		}
		return legs
	}
	same, mine := 0, of(a)
	for l := range of(b) {
		if mine[l] {
			same++
		}
	}
	return same
}
