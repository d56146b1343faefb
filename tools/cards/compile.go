package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// A toolchain consists of the compilers.
type toolchain struct {
	clang, clc, ptxas, nvdisasm string
	options                     []string // of the OpenCL compiler
	kept                        folder
}

// measure compiles a program for the targets.
func (t toolchain) measure(program string, targets []target) (all []measurement, err error) {
	dir, err := os.MkdirTemp("", "cards")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for _, card := range targets {
		found, err := t.measureOn(program, dir, card)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", card.name, err)
		}
		for i := range found {
			found[i].group, found[i].target = groupOf(program), card.name
		}
		all = append(all, found...)
	}
	return all, nil
}

// measureOn compiles a program for a target, unless it was measured before.
func (t toolchain) measureOn(program, dir string, card target) ([]measurement, error) {
	path, err := t.kept.path(program, t.options, card)
	if err != nil {
		return nil, err
	}
	if all, ok := t.kept.get(path); ok {
		return all, nil
	}
	measure := t.amd
	if card.nvidia() {
		measure = t.nvidia
	}
	all, err := measure(program, dir, card)
	if err != nil {
		return nil, err
	}
	return all, t.kept.put(path, all)
}

// compile runs clang. The built-in functions of OpenCL C are in a library of bitcode.
func (t toolchain) compile(program, out, triple, processor, library string) error {
	args := append([]string{"-x", "cl"}, t.options...)
	args = append(args, "-w", "-Xclang", "-finclude-default-header", "-nogpulib", triple, processor, "-O3", "-S", "-o", out, program)
	if t.clc != "" {
		args = append(args, "-Xclang", "-mlink-builtin-bitcode", "-Xclang", filepath.Join(t.clc, library))
	}
	_, err := output(t.clang, args...)
	return err
}

// amd compiles a program for an AMD card and reads its assembly.
func (t toolchain) amd(program, dir string, card target) ([]measurement, error) {
	out := filepath.Join(dir, card.name+".s")
	if err := t.compile(program, out, "--target=amdgcn-amd-amdhsa", "-mcpu="+card.name, "amdgcn--amdhsa.bc"); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return readAMD(string(text))
}

// nvidia compiles PTX for an NVIDIA card and reads its machine code.
func (t toolchain) nvidia(program, dir string, card target) ([]measurement, error) {
	ptx := filepath.Join(dir, "ptx")
	if _, err := os.Stat(ptx); err != nil {
		// Code for the oldest card is valid for all of them, as in a driver.
		if err := t.compile(program, ptx, "--target=nvptx64-nvidia-cuda", "-march=sm_60", "nvptx64--nvidiacl.bc"); err != nil {
			return nil, err
		}
	}
	code := filepath.Join(dir, card.name)
	report, err := output(t.ptxas, "-arch="+card.name, "-v", ptx, "-o", code)
	if err != nil {
		return nil, err
	}
	all, err := readReport(report, card)
	if err != nil || !card.sass {
		return all, err
	}
	text, err := output(t.nvdisasm, code)
	if err != nil {
		return nil, err
	}
	return all, countSASS(text, all)
}

// output returns what a command prints, and then its messages.
func output(name string, args ...string) (string, error) {
	var text, messages bytes.Buffer
	command := exec.Command(name, args...) //nolint:gosec // compilers that the caller names
	command.Stdout, command.Stderr = &text, &messages
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", name, err, messages.Bytes())
	}
	return text.String() + messages.String(), nil
}
