package lru

import "testing"

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
