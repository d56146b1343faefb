// Command readme draws the animation and the chart at the beginning of the README: run.svg, a real
// run, and peers.svg, the tables of docs that compare Tourmaline with other programs. It is
// not part of the product.
//
//	go run ./scripts/readme docs docs/pictures
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: readme DOCS FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

// run draws the pictures into a folder. docs is the folder of the tables.
func run(docs, folder string) error {
	pictures, err := draw(docs)
	if err != nil {
		return err
	}
	for name, picture := range pictures {
		if err := os.WriteFile(filepath.Join(folder, name), picture, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// draw returns the pictures by their names.
func draw(docs string) (map[string][]byte, error) {
	r, err := record(context.Background())
	if err != nil {
		return nil, err
	}
	charts, err := tables(docs)
	if err != nil {
		return nil, err
	}
	var animation, chart bytes.Buffer
	r.svg(&animation)
	chartSVG(&chart, charts)
	return map[string][]byte{"run.svg": animation.Bytes(), "peers.svg": chart.Bytes()}, nil
}

// style contains the colours of both pictures, which follow the reader's light or dark mode.
const style = `text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px;fill:#1f2328}` +
	`.q{fill:#59636e}.h{font-weight:600}.us{fill:#0d766e}.them{fill:#aab4be}` +
	`.route{fill:none;stroke:#0d766e;stroke-width:4;stroke-linejoin:round}.new{stroke:#d1570f}.fresh{fill:#d1570f}` +
	`.city{fill:none;stroke:#1f2328;stroke-width:9;stroke-linecap:round}.line{stroke:#d1d9e0}.panel{fill:#f6f8fa}` +
	`@media(prefers-color-scheme:dark){text{fill:#e6edf3}.q{fill:#9198a1}.us{fill:#2dd4bf}.them{fill:#59636e}` +
	`.route{stroke:#2dd4bf}.new{stroke:#f0883e}.fresh{fill:#f0883e}.city{stroke:#e6edf3}.line{stroke:#3d444d}.panel{fill:#151b23}}`
