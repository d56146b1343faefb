// Package lru implements a cache that evicts the least recently used entries.
package lru

import (
	"container/list"
	"sync"
)

// A Cache stores values up to a total number of bytes and evicts the least recently used ones. It
// may be used from any goroutine.
type Cache[K comparable, V any] struct {
	max     int64
	largest int64       // maximum size of a value
	evicted func(key K) // called for each evicted key; may be nil

	mu      sync.Mutex
	used    int64
	order   *list.List // contains *entry, most recently used first
	entries map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int64
}

// New returns a cache of the given size in bytes.
func New[K comparable, V any](size int64) *Cache[K, V] {
	return &Cache[K, V]{max: size, largest: size, order: list.New(), entries: map[K]*list.Element{}}
}

// KeepLargest makes the cache store a value that is larger than the cache but not larger than the
// given size. Such a value replaces all others until the next value is stored.
func (c *Cache[K, V]) KeepLargest(size int64) *Cache[K, V] {
	c.largest = max(size, c.max)
	return c
}

// OnEvict sets a function that is called with each evicted key. It must not call the cache.
func (c *Cache[K, V]) OnEvict(do func(key K)) *Cache[K, V] {
	c.evicted = do
	return c
}

// Get returns the value of a key.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry[K, V]).value, true
}

// Put stores a value. It reports whether the value is small enough to be stored.
func (c *Cache[K, V]) Put(key K, v V, bytes int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		c.remove(e)
	}
	if bytes > c.largest {
		return false
	}
	c.entries[key] = c.order.PushFront(&entry[K, V]{key, v, bytes})
	c.used += bytes
	for c.used > c.max && c.order.Len() > 1 {
		c.evict(c.order.Back())
	}
	return true
}

func (c *Cache[K, V]) evict(e *list.Element) {
	c.remove(e)
	if c.evicted != nil {
		c.evicted(e.Value.(*entry[K, V]).key)
	}
}

func (c *Cache[K, V]) remove(e *list.Element) {
	k := e.Value.(*entry[K, V])
	c.order.Remove(e)
	delete(c.entries, k.key)
	c.used -= k.bytes
}

// Remove deletes the entries whose keys match.
func (c *Cache[K, V]) Remove(match func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range c.entries {
		if match(k) {
			c.remove(e)
		}
	}
}
