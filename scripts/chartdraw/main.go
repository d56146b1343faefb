// Chartdraw draws the quality-per-time chart of scripts/chart from the JSON results of runs, and
// prints the gaps as a table. It is not part of the product.
//
//	chartdraw -limit 10s -o chart.svg pr1002.1.json pr1002.2.json
//
// Result files are named NAME.SEED.json. The runs with the same name form one line, which shows the
// mean of their gaps.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "chartdraw:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("chartdraw", flag.ContinueOnError)
	limit := flags.Duration("limit", 10*time.Second, "time limit of the runs")
	picture := flags.String("o", "chart.svg", "output file: .svg or .png")
	estimates := map[string]float64{}
	flags.Func("estimate", "NAME=COST, the expected optimum of an instance without a known one", func(s string) error {
		name, text, _ := strings.Cut(s, "=")
		cost, err := strconv.ParseFloat(text, 64)
		estimates[name] = cost
		return err
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	lines, err := read(flags.Args(), estimates)
	if err != nil {
		return err
	}
	if err := draw(*picture, chart(lines, limit.Seconds())); err != nil {
		return err
	}
	return table(out, lines, limit.Seconds())
}

// draw writes a picture in the format that its extension specifies.
func draw(path string, c plot.Chart) error {
	write := c.SVG
	switch filepath.Ext(path) {
	case ".svg":
	case ".png":
		write = c.PNG
	default:
		return fmt.Errorf("%s: expected a file name that ends in .svg or .png", path)
	}
	return outfile.OS().Write(path, write)
}
