package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// appearance holds the flags that control the look of a picture.
type appearance struct {
	show, hide []string
	frame      string
	dark, mono bool
}

// A detail is a part of a picture that --show and --hide can name.
type detail struct {
	name string
	is   plot.Details
}

var details = []detail{
	{"names", plot.Names}, {"numbers", plot.Numbers}, {"arrows", plot.Arrows},
	{"scale", plot.Scale}, {"holes", plot.Holes},
}

func detailNames() []string {
	return list.Map(details, func(d detail) string { return d.name })
}

// frames returns the values of --frame.
func frames() []string { return []string{"crowd", "all"} }

func (k *appearance) flags(c *cobra.Command) {
	names := strings.Join(detailNames(), ", ")
	c.Flags().StringSliceVar(&k.show, "show", nil, "details to show on a map of any size: "+names)
	c.Flags().StringSliceVar(&k.hide, "hide", nil, "details to hide on a map: "+names)
	c.Flags().StringVar(&k.frame, "frame", "crowd", "crowd (excludes a few cities far from the others) or all (includes every city)")
	c.Flags().BoolVar(&k.dark, "dark", false, "use a dark background")
	c.Flags().BoolVar(&k.mono, "mono", false, "draw black on white, for printing")
}

// check rejects unknown values and contradictory flags.
func (k appearance) check() error {
	names := detailNames()
	for i, word := range slices.Concat(k.show, k.hide) {
		flag := "--show"
		if i >= len(k.show) {
			flag = "--hide"
		}
		if !slices.Contains(names, word) {
			return usageError("%s %s: expected one or more of %s", flag, word, strings.Join(names, ", "))
		}
	}
	for _, word := range k.show {
		if slices.Contains(k.hide, word) {
			return usageError("--show %s cannot be combined with --hide %s", word, word)
		}
	}
	if !slices.Contains(frames(), k.frame) {
		return usageError("--frame %s: expected crowd or all", k.frame)
	}
	if k.dark && k.mono {
		return usageError("--dark cannot be combined with --mono: choose one")
	}
	return nil
}

// details returns usual with the details in --show added and the details in --hide removed.
func (k appearance) details(usual plot.Details) plot.Details {
	for _, d := range details {
		if slices.Contains(k.show, d.name) {
			usual |= d.is
		}
		if slices.Contains(k.hide, d.name) {
			usual &^= d.is
		}
	}
	return usual
}

func (k appearance) theme() plot.Theme {
	switch {
	case k.dark:
		return plot.Dark
	case k.mono:
		return plot.Mono
	}
	return plot.Light
}
