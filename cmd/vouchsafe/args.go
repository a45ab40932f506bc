package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// takes wants at least and at most so many arguments, none of them empty (as an
// unset shell variable is). The error shows how the command is called: whoever
// forgot the -c in front of a file sees where it belongs.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for _, a := range args {
			if a == "" {
				return fmt.Errorf("%s: an argument is empty; usage: %s", cmd.CommandPath(), cmd.UseLine())
			}
		}
		switch {
		case len(args) < least:
			return fmt.Errorf("%s: an argument is missing; usage: %s", cmd.CommandPath(), cmd.UseLine())
		case len(args) > most && cmd.Flags().Lookup("config") != nil:
			return fmt.Errorf("%s: %q is one argument too many (a configuration file is named with -c); usage: %s",
				cmd.CommandPath(), args[most], cmd.UseLine())
		case len(args) > most:
			return fmt.Errorf("%s: %q is one argument too many; usage: %s", cmd.CommandPath(), args[most], cmd.UseLine())
		}
		return nil
	}
}

// oneName takes --output for --out, in every command.
func oneName(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if name == "output" {
		name = "out"
	}
	return pflag.NormalizedName(name)
}

// helpCommand tells of a command, or that there is none of that name.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			asked, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no command %q", strings.Join(args, " "))
			}
			return asked.Help()
		},
	}
}

// noEmptyFlags refuses a flag that is given and empty, as from a shell variable
// that is not set: what was asked for would silently be something else.
func noEmptyFlags(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.String() == "" {
			err = fmt.Errorf("--%s is empty; leave it out, or give it a value", f.Name)
		}
	})
	return err
}

// completionCommand writes a script that has a shell complete command lines.
func completionCommand(s streams) *cobra.Command {
	scripts := map[string]func(*cobra.Command) error{
		"bash": func(root *cobra.Command) error { return root.GenBashCompletionV2(s.out, true) },
		"zsh":  func(root *cobra.Command) error { return root.GenZshCompletion(s.out) },
		"fish": func(root *cobra.Command) error { return root.GenFishCompletion(s.out, true) },
	}
	return &cobra.Command{
		Use: "completion bash|zsh|fish", Short: "Print a script for the shell's completion", Args: takes(1, 1),
		Long:      "Prints a script for the shell's completion. For bash: source <(vouchsafe completion bash)",
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := scripts[args[0]]
			if !ok {
				return fmt.Errorf("there is no completion for %q: bash, zsh or fish", args[0])
			}
			return write(cmd.Root())
		},
	}
}
