// Package completion builds completion functions for shells.
package completion

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A Func lists completions.
type Func = func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// OneOf offers words and no files.
func OneOf(words ...string) Func {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// SomeOf offers the remaining words of a list with commas.
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

// Files offers files by extension.
func Files(extensions []string) Func {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// ByPosition offers a list for each argument; the last list is for all others.
func ByPosition(each ...Func) Func {
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return each[min(len(args), len(each)-1)](c, args, typed)
	}
}

// None offers neither words nor files.
func None(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}
