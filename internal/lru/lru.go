// Package lru keeps what was used last, up to some bytes.
package lru

import (
	"container/list"
	"sync"
)

// A Cache keeps what was used last, up to some bytes. Any number of goroutines may use it.
type Cache[K comparable, V any] struct {
	max int64

	mu      sync.Mutex
	used    int64
	order   *list.List // of *kept, the latest first
	entries map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int64
}

// New makes a cache for so many bytes.
func New[K comparable, V any](most int64) *Cache[K, V] {
	return &Cache[K, V]{max: most, order: list.New(), entries: map[K]*list.Element{}}
}

// Get is the value of a key.
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

// Put keeps a value, unless it is too large.
func (c *Cache[K, V]) Put(key K, v V, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		c.remove(e)
	}
	if bytes > c.max {
		return
	}
	c.entries[key] = c.order.PushFront(&entry[K, V]{key, v, bytes})
	c.used += bytes
	for c.used > c.max {
		c.remove(c.order.Back())
	}
}

func (c *Cache[K, V]) remove(e *list.Element) {
	k := e.Value.(*entry[K, V])
	c.order.Remove(e)
	delete(c.entries, k.key)
	c.used -= k.bytes
}

// Remove forgets all whose key is such a one.
func (c *Cache[K, V]) Remove(such func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range c.entries {
		if such(k) {
			c.remove(e)
		}
	}
}
