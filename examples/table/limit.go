//go:build !js

package main

import (
	"sync"
	"time"
)

// A limiter lets each key do something a number of times at once, and then again with
// time. It forgets keys that have been quiet, and so stays small.
type limiter struct {
	burst float64
	rate  float64 // per second

	mu   sync.Mutex
	keys map[string]bucket
}

type bucket struct {
	left float64
	at   time.Time
}

const maxKeys = 10000

func newLimiter(burst, rate float64) *limiter {
	return &limiter{burst: burst, rate: rate, keys: map[string]bucket{}}
}

// allow reports whether the key may do it once more.
func (l *limiter) allow(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.keys[key]
	if !ok {
		if len(l.keys) >= maxKeys {
			l.forget(now)
		}
		b = bucket{l.burst, now}
	}
	b.left = min(l.burst, b.left+now.Sub(b.at).Seconds()*l.rate)
	b.at = now
	allowed := b.left >= 1
	if allowed {
		b.left--
	}
	if ok || len(l.keys) < maxKeys {
		l.keys[key] = b
	}
	return allowed
}

// forget drops the keys that have all their times back.
func (l *limiter) forget(now time.Time) {
	for key, b := range l.keys {
		if b.left+now.Sub(b.at).Seconds()*l.rate >= l.burst {
			delete(l.keys, key)
		}
	}
}
