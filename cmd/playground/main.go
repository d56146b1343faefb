//go:build js

package main

import (
	"context"
	"encoding/json"
	"syscall/js"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/playground"
)

func main() {
	var stop context.CancelFunc = func() {}
	js.Global().Set("tourmalineSolve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request, file := []byte(args[0].String()), make([]byte, args[1].Length())
		js.CopyBytesToGo(file, args[1])
		stop()
		ctx, cancel := context.WithCancel(context.Background())
		stop = cancel
		go solve(ctx, request, file)
		return nil
	}))
	js.Global().Set("tourmalineStop", js.FuncOf(func(js.Value, []js.Value) any {
		stop()
		return nil
	}))
	select {}
}

// solve runs a job. After each message it sleeps, so that the worker can receive a request to stop.
func solve(ctx context.Context, request, file []byte) {
	send := func(m playground.Message) {
		text, err := json.Marshal(m)
		if err != nil {
			text, _ = json.Marshal(playground.Message{Error: err.Error()}) // a text is always valid
		}
		js.Global().Call("postMessage", string(text))
		time.Sleep(time.Millisecond)
	}
	if err := playground.Solve(ctx, request, file, send); err != nil {
		send(playground.Message{Error: err.Error()})
	}
}
