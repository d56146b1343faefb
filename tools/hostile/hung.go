package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// endHung calls end if a command does not end within patience, or within further periods of patience
// in which its threads waited for a processor for half of the time. The caller calls stop when the
// command has ended.
func endHung(patience time.Duration, waiting func() time.Duration, end func()) (stop func()) {
	ended := make(chan struct{})
	go func() {
		for before := time.Duration(0); ; {
			select {
			case <-ended:
				return
			case <-time.After(patience):
			}
			now := waiting()
			if now-before < patience/2 {
				end()
				return
			}
			before = now
		}
	}()
	return func() { close(ended) }
}

// waiting returns how long the threads of a process were ready to run, but had no processor. It
// returns 0 on systems that do not count this.
func waiting(pid int) (sum time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		var ran, waited int64 // nanoseconds
		if _, err := fmt.Sscan(string(text), &ran, &waited); err == nil {
			sum += time.Duration(waited)
		}
	}
	return sum
}
