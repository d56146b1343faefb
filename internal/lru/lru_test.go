package lru

import (
	"strings"
	"testing"
)

// The cache evicts the least recently used entry and never stores a value that is too large.
func TestCacheKeepsWhatWasUsedLast(t *testing.T) {
	c := New[string, int](10)
	c.Put("a", 1, 4)
	c.Put("b", 2, 4)
	c.Get("a")
	c.Put("c", 3, 4)
	c.Put("huge", 4, 11)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "huge": false} {
		if _, ok := c.Get(key); ok != want {
			t.Errorf("%s is there: %v, expected %v", key, ok, want)
		}
	}
	c.Remove(func(key string) bool { return key == "a" })
	c.Put("d", 4, 6)
	if _, ok := c.Get("c"); !ok {
		t.Error("what was removed still takes room")
	}
}

// A value that is larger than the cache is stored alone, and the next value evicts it.
func TestALargeValueIsStoredAlone(t *testing.T) {
	var evicted []string
	c := New[string, int](10).KeepLargest(20).OnEvict(func(key string) { evicted = append(evicted, key) })
	c.Put("a", 1, 4)
	if !c.Put("large", 2, 15) || c.Put("huge", 3, 21) {
		t.Error("expected the large value to be stored and the huge one not")
	}
	if _, ok := c.Get("large"); !ok {
		t.Error("the large value is missing")
	}
	c.Put("b", 3, 4)
	c.Put("b", 4, 4)
	if got := strings.Join(evicted, " "); got != "a large" {
		t.Errorf("evicted %q, expected a and large", got)
	}
}
