package main

import (
	"crypto/rand"
	"fmt"
	"os"

	"vouchsafe/config"
)

// loadConfig reads a configuration file; without one it is what works with no
// file at all. Every problem is told at once.
func loadConfig(path string, s streams) (*config.Config, error) {
	return loadConfigIn(os.LookupEnv, path, s)
}

// loadConfigIn does so in an environment.
func loadConfigIn(env config.Env, path string, s streams) (*config.Config, error) {
	data, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	c, problems := config.Load(data, env)
	return c, tell(problems, path, s)
}

// readConfig returns the bytes of a configuration file, none where there is
// no file.
func readConfig(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	return data, nil
}

// tell writes problems out, each with its place; nil where there is none.
func tell(problems []config.Problem, path string, s streams) error {
	if len(problems) == 0 {
		return nil
	}
	for _, p := range problems {
		fmt.Fprintf(s.err, "%s:%s\n", placeOf(path), p)
	}
	return fmt.Errorf("the configuration has %d problem(s)", len(problems))
}

// placeOf names a configuration file, also where there is none.
func placeOf(path string) string {
	if path == "" {
		return "(no file)"
	}
	return path
}

// Flags of check.
var (
	checkPrint = &flag{name: "print", isSwitch: true, about: "print the effective configuration, its secrets masked"}
	checkJSON  = &flag{name: "json", isSwitch: true, about: "print the problems and warnings as one JSON object"}
)

var checkCommand = command{
	page: "configuration",
	use:  "check", does: "List every problem of a configuration, or print its effective form",
	flags: []*flag{checkPrint, checkJSON, configFlag},
	apart: []*flag{checkPrint, checkJSON},
	do:    check,
}

// check tells what is wrong with a configuration, or prints it.
func check(c call) error {
	path := c.text(configFlag)
	data, err := readConfig(path)
	if err != nil {
		return err
	}
	settings, problems := config.Load(data, os.LookupEnv)
	if len(problems) == 0 {
		if _, err := buildSetup(settings, newKept(nil)); err != nil { // a file that it names cannot be used, say
			problems = []config.Problem{{Message: err.Error()}}
		}
	}
	if c.isOn(checkJSON) {
		return checkedJSON(settings, problems, c.streams)
	}
	if err := tell(problems, path, c.streams); err != nil {
		return err
	}
	for _, w := range settings.Warnings {
		fmt.Fprintf(c.err, "%s:%s (a warning)\n", placeOf(path), w)
	}
	if c.isOn(checkPrint) {
		_, err := c.out.Write(settings.Print())
		return err
	}
	fmt.Fprintln(c.out, "ok")
	return nil
}

// checkedJSON prints what check found. The exit code is the same as without
// --json.
func checkedJSON(c *config.Config, problems []config.Problem, s streams) error {
	told := struct {
		OK       bool             `json:"ok"`
		Problems []config.Problem `json:"problems"`
		Warnings []config.Problem `json:"warnings"`
	}{OK: len(problems) == 0, Problems: append([]config.Problem{}, problems...), Warnings: []config.Problem{}}
	if c != nil {
		told.Warnings = append(told.Warnings, c.Warnings...)
	}
	if err := writeLine(s.out, told); err != nil {
		return &exit{exitFailed, err}
	}
	if !told.OK {
		return &exit{code: exitUsage}
	}
	return nil
}

var keygenCommand = command{
	page: "configuration#how-a-client-says-which-app-it-is",
	use:  "keygen APP", does: "Make an app key, and the hash to put in the configuration",
	arguments: [2]int{1, 1},
	do:        makeKey,
}

// makeKey prints a new app key and its hash.
func makeKey(c call) error {
	if wrong := config.CheckName(c.args[0]); wrong != "" {
		return fmt.Errorf("%q %s", c.args[0], wrong)
	}
	key, hash, err := config.NewKey(rand.Reader)
	if err != nil {
		return &exit{exitFailed, err}
	}
	fmt.Fprintf(c.out, "key: %s\nhash: %s\n", key, hash)
	return nil
}
