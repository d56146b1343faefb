// This example solves a file of stops on a Tourmaline service and prints the route.
//
//	tourmaline serve &
//	go run ./remote stops.csv
//
// The environment variables TOURMALINE_SERVER and TOURMALINE_TOKEN select another service.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/client"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: remote FILE")
		os.Exit(2)
	}
	url := cmp.Or(os.Getenv("TOURMALINE_SERVER"), "http://127.0.0.1:8080")
	if err := solve(ctx, url, os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "remote:", err)
		os.Exit(1)
	}
}

// solve solves a file on the service at a URL and prints the progress and the route.
func solve(ctx context.Context, url, path string, out io.Writer) error {
	c, err := client.Connect(url, client.Options{Token: os.Getenv("TOURMALINE_TOKEN")})
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	spec, err := c.Upload(ctx, client.Spec{
		File:     filepath.Base(path),
		Labels:   map[string]string{"example": "remote"},
		Settings: client.Settings{Limits: tourmaline.Limits{Time: 2 * time.Second}},
	}, data)
	if err != nil {
		return err
	}
	job, err := c.Submit(ctx, spec, "") // a key of your own makes the submission repeatable
	if err != nil {
		return err
	}
	for event, err := range c.Watch(ctx, job.ID) {
		switch {
		case err != nil:
			return err
		case event.Progress != nil:
			fmt.Fprintf(out, "%.1f s: cost %.0f\n", event.Progress.Seconds, event.Progress.Cost)
		}
	}
	result, err := c.Result(ctx, job.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "cost %.0f: %v\n", result.Cost, result.Labels)
	return nil
}
