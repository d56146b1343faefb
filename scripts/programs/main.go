// Command programs writes all OpenCL programs that a graphics card can be asked to compile into a
// folder, one file per program, with all includes and constants in place. The programs come from
// the code that builds them for a device: for every algorithm of every problem, a device is offered
// that looks like a card and keeps the programs. Equal programs are written once. The file options
// contains the options for the compiler.
package main

import (
	"cmp"
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("o", "bin/programs", "folder to write, which is emptied first")
	flag.Parse()
	if err := write(*dir); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	all, err := programs()
	if err != nil {
		return err
	}
	if err := cmp.Or(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
		return err
	}
	for _, p := range all {
		if err := os.WriteFile(filepath.Join(dir, p.name+".cl"), []byte(p.text), 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "options"), []byte(cl.Options(newCard().Info())), 0o644); err != nil {
		return err
	}
	log.Printf("%d programs in %s", len(all), dir)
	return nil
}
