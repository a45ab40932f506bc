package main

import (
	"crypto/rand"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"vouchsafe/config"
)

// loadConfig reads a configuration file; without one it is what works with no
// file at all. Every problem is told at once.
func loadConfig(path string, s streams) (*config.Config, error) {
	data, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	c, problems := config.Load(data, os.LookupEnv)
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
		return nil, &exit{exitUsage, fmt.Errorf("cannot read the configuration: %w", err)}
	}
	return data, nil
}

// tell writes problems out, each with its place; nil where there is none.
func tell(problems []config.Problem, path string, s streams) error {
	if len(problems) == 0 {
		return nil
	}
	if path == "" {
		path = "(no file)"
	}
	for _, p := range problems {
		fmt.Fprintf(s.err, "%s:%s\n", path, p)
	}
	return &exit{exitUsage, fmt.Errorf("the configuration has %d problem(s)", len(problems))}
}

func configFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVarP(path, "config", "c", "", "configuration file (YAML)")
}

func checkCommand(s streams) *cobra.Command {
	var path string
	var print bool
	cmd := &cobra.Command{
		Use: "check", Short: "Tell every problem of a configuration, or print its effective form", Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			c, err := loadConfig(path, s)
			if err != nil {
				return err
			}
			if _, err := buildSetup(c, newKept(nil)); err != nil {
				return &exit{exitUsage, err} // a file that it names cannot be used, say
			}
			for _, w := range c.Warnings {
				fmt.Fprintf(s.err, "%s:%s (a warning)\n", path, w)
			}
			if print {
				_, err := s.out.Write(c.Print())
				return err
			}
			fmt.Fprintln(s.out, "ok")
			return nil
		},
	}
	configFlag(cmd, &path)
	cmd.Flags().BoolVar(&print, "print", false, "print the effective configuration, secrets masked")
	return cmd
}

func keygenCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "keygen APP", Short: "Make an app key, and the hash to put in the configuration", Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if wrong := config.CheckName(args[0]); wrong != "" {
				return &exit{exitUsage, fmt.Errorf("%q %s", args[0], wrong)}
			}
			key, hash, err := config.NewKey(rand.Reader)
			if err != nil {
				return &exit{exitFailed, err}
			}
			fmt.Fprintf(s.out, "key: %s\nhash: %s\n", key, hash)
			return nil
		},
	}
}
