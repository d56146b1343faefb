package completion

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

func TestSomeOfOffersTheRest(t *testing.T) {
	words, directive := SomeOf("a", "b", "c")(nil, nil, "b,")
	if !slices.Equal(words, []string{"b,a", "b,c"}) || directive != cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace {
		t.Errorf("%q, %v", words, directive)
	}
	if words, _ := SomeOf("a", "b", "c")(nil, nil, "b,a"); !slices.Equal(words, []string{"b,a", "b,c"}) {
		t.Errorf("an incomplete word: %q", words)
	}
}

// The last Func also serves all further arguments.
func TestByPosition(t *testing.T) {
	f := ByPosition(OneOf("first"), Files([]string{"tsp"}))
	for n, want := range []struct {
		word      string
		directive cobra.ShellCompDirective
	}{{"first", cobra.ShellCompDirectiveNoFileComp}, {"tsp", cobra.ShellCompDirectiveFilterFileExt}, {"tsp", cobra.ShellCompDirectiveFilterFileExt}} {
		words, directive := f(nil, make([]string, n), "")
		if !slices.Equal(words, []string{want.word}) || directive != want.directive {
			t.Errorf("argument %d: %q, %v", n, words, directive)
		}
	}
	if words, directive := None(nil, nil, ""); words != nil || directive != cobra.ShellCompDirectiveNoFileComp {
		t.Errorf("%q, %v", words, directive)
	}
}
