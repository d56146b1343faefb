// Faulty runs the command and makes the mistake that FAULT names, so that a test can see whether the
// campaign detects it.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	args := os.Args[1:]
	fault := os.Getenv("FAULT")
	if args[0] != "solve" || slices.Contains(args, "rastrigin") {
		fault = ""
	}
	switch {
	case fault == "resume" && slices.Contains(args, "--resume"):
		forget(args)
	case fault == "threads" && at(args, "-j") != "1":
		args = changeSeed(args)
	case fault == "proof":
		args = append(args, "-a", "nearest")
	case fault == "late":
		time.Sleep(time.Second)
	case fault == "memory":
		fmt.Fprint(os.Stderr, string(bytes.Repeat([]byte{' '}, 600<<20)[:1]))
	}
	var stdout, stderr bytes.Buffer
	command := exec.Command(os.Getenv("TOURMALINE"), args...)
	command.Stdout, command.Stderr = &stdout, &stderr
	_ = command.Run() // the exit code says it
	code, out, message := command.ProcessState.ExitCode(), stdout.String(), stderr.String()
	switch fault {
	case "cost":
		out = strings.Replace(out, `"cost":`, `"cost":1`, 1)
	case "proof":
		out = strings.Replace(out, `"termination":"`, `"termination":"optimal","was":"`, 1)
	case "code":
		code = min(code, 1)
	case "silent":
		message = ""
	case "raw":
		message = strings.Replace(message, "tourmaline: ", "tourmaline: strconv.Atoi: ", 1)
	}
	fmt.Print(out)
	fmt.Fprint(os.Stderr, message)
	os.Exit(code)
}

// forget starts another search instead of resuming the saved one. It replaces this process, so that
// nothing keeps the checkpoint if the process is killed.
func forget(args []string) {
	_ = os.Remove(at(args, "--checkpoint")) // there may be no checkpoint yet
	command := os.Getenv("TOURMALINE")
	err := syscall.Exec(command, append([]string{command}, changeSeed(args)...), os.Environ())
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// at returns the value of a flag.
func at(args []string, flag string) string {
	if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return "1"
}

// changeSeed replaces the seed.
func changeSeed(args []string) []string {
	if i := slices.Index(args, "--seed"); i >= 0 {
		args[i+1] += "1"
	}
	return args
}
