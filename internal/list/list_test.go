package list

import (
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{1, 20, 3}, strconv.Itoa); !slices.Equal(got, []string{"1", "20", "3"}) {
		t.Errorf("got %q", got)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("of an empty list: %q, expected nil", got)
	}
}
