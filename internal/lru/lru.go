// Package lru keeps what was used last, up to some bytes.
package lru

import (
	"container/list"
	"sync"
)

// A Cache keeps what was used last, up to some bytes. Any number of goroutines may use it.
type Cache[K comparable, V any] struct {
	most int64

	mu    sync.Mutex
	used  int64
	order *list.List // of *kept, the latest first
	at    map[K]*list.Element
}

type kept[K comparable, V any] struct {
	key   K
	value V
	bytes int64
}

// New makes a cache for so many bytes.
func New[K comparable, V any](most int64) *Cache[K, V] {
	return &Cache[K, V]{most: most, order: list.New(), at: map[K]*list.Element{}}
}

// Get is the value of a key.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.at[key]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept[K, V]).value, true
}

// Put keeps a value, unless it is too large.
func (c *Cache[K, V]) Put(key K, v V, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.at[key]; ok {
		c.drop(e)
	}
	if bytes > c.most {
		return
	}
	c.at[key] = c.order.PushFront(&kept[K, V]{key, v, bytes})
	c.used += bytes
	for c.used > c.most {
		c.drop(c.order.Back())
	}
}

func (c *Cache[K, V]) drop(e *list.Element) {
	k := e.Value.(*kept[K, V])
	c.order.Remove(e)
	delete(c.at, k.key)
	c.used -= k.bytes
}

// Remove forgets all whose key is such a one.
func (c *Cache[K, V]) Remove(such func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, e := range c.at {
		if such(k) {
			c.drop(e)
		}
	}
}
