// Package completion builds shell completion functions.
package completion

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A Func returns completions for the typed text.
type Func = func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// OneOf returns a Func that offers the given words and no files.
func OneOf(words ...string) Func {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// SomeOf returns a Func for a comma-separated list. It offers the words that the list does not
// contain yet.
func SomeOf(words ...string) Func {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		var lists []string
		for _, word := range words {
			if !slices.Contains(strings.Split(before, ","), word) {
				lists = append(lists, before+word)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// Files returns a Func that offers files with the given extensions.
func Files(extensions []string) Func {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// ByPosition returns a Func that uses one Func per argument. The last Func also serves all further
// arguments.
func ByPosition(each ...Func) Func {
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return each[min(len(args), len(each)-1)](c, args, typed)
	}
}

// None offers neither words nor files. It is a Func.
func None(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}
