package main

import (
	_ "embed" // the table
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

//go:embed commands.yaml
var commandsYAML []byte

// actions are what the commands of the table do, by the word that calls them.
var actions = map[string]func(call) error{
	"serve": runGateway, "demo": demonstrate, "inspect": inspect, "check": check, "keygen": makeKey, "verify": verifyFile,
	"replay": replayTraces, "stats": printStats, "judge-eval": evaluateJudge, "health": askHealth, "completion": complete,
	"version": printVersion,
}

// commandRow is a command of commands.yaml, which says what each part means.
type commandRow struct {
	Use       string    `yaml:"use"`
	Does      string    `yaml:"does"`
	More      string    `yaml:"more"`
	Arguments [2]int    `yaml:"arguments"`
	Words     []string  `yaml:"words"`
	Config    bool      `yaml:"config"`
	Flags     []flagRow `yaml:"flags"`
	Apart     []string  `yaml:"apart"`
}

// flagRow is a flag of a command.
type flagRow struct {
	Name    string   `yaml:"name"`
	Letter  string   `yaml:"letter"`
	Switch  bool     `yaml:"switch"` // it has no value
	Default string   `yaml:"default"`
	Words   []string `yaml:"words"`
	About   string   `yaml:"about"`
}

// table is commands.yaml. A mistake in it is found by every test, and at the
// start of the program.
var table = sync.OnceValue(func() (all []commandRow) {
	if err := yaml.UnmarshalWithOptions(commandsYAML, &all, yaml.Strict()); err != nil {
		panic(fmt.Errorf("commands.yaml: %w", err))
	}
	return all
})

// call is one use of a command: what its command line says.
type call struct {
	streams
	args  []string
	flags *pflag.FlagSet
	root  *cobra.Command
}

// text is the value of a flag that is a text; "" for a flag that the command
// does not have.
func (c call) text(name string) string {
	if f := c.flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

func (c call) isOn(name string) bool { return c.text(name) == "true" }

// addCommands adds the commands of the table to the program.
func addCommands(root *cobra.Command, s streams) {
	for _, row := range table() {
		root.AddCommand(row.command(s))
	}
}

func (r commandRow) command(s streams) *cobra.Command {
	cmd := &cobra.Command{Use: r.Use, Short: r.Does, Long: r.More, ValidArgs: r.Words, Args: r.takes}
	action := actions[cmd.Name()]
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return action(call{streams: s, args: args, flags: cmd.Flags(), root: cmd.Root()})
	}
	if r.Config {
		r.Flags = append(r.Flags, flagRow{Name: "config", Letter: "c", About: "configuration `FILE` (YAML)"})
	}
	for _, f := range r.Flags {
		f.addTo(cmd)
	}
	cmd.PreRunE = r.checkFlags
	return cmd
}

func (f *flagRow) addTo(cmd *cobra.Command) {
	if f.Switch {
		cmd.Flags().BoolP(f.Name, f.Letter, false, f.About)
	} else {
		cmd.Flags().StringP(f.Name, f.Letter, f.Default, f.About)
	}
	if len(f.Words) > 0 {
		_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(f.Words, cobra.ShellCompDirectiveNoFileComp))
	}
}

// takes wants as many arguments as the command has, none of them empty (as an
// unset shell variable is). The error shows how the command is called: whoever
// forgot the -c in front of a file sees where it belongs.
func (r commandRow) takes(cmd *cobra.Command, args []string) error {
	wrong := ""
	most := r.Arguments[1]
	switch {
	case slices.Contains(args, ""):
		wrong = "an argument is empty"
	case len(args) < r.Arguments[0]:
		wrong = "an argument is missing"
	case most >= 0 && len(args) > most && r.Config:
		wrong = fmt.Sprintf("%q is one argument too many (a configuration file is named with -c)", args[most])
	case most >= 0 && len(args) > most:
		wrong = fmt.Sprintf("%q is one argument too many", args[most])
	case len(r.Words) > 0 && !slices.Contains(r.Words, args[0]):
		wrong = fmt.Sprintf("there is no %s for %q", cmd.Name(), args[0])
	default:
		return nil
	}
	return fmt.Errorf("%s; usage: %s", wrong, cmd.UseLine())
}

// checkFlags refuses a flag that is given and empty, as from a shell variable
// that is not set: what was asked for would silently be something else. It also
// refuses words that mean nothing, and flags that do not go together.
func (r commandRow) checkFlags(cmd *cobra.Command, _ []string) error {
	given := cmd.Flags()
	for _, f := range r.Flags {
		value := given.Lookup(f.Name).Value.String()
		switch {
		case !given.Changed(f.Name):
		case value == "":
			return fmt.Errorf("--%s is empty; leave it out, or give it a value", f.Name)
		case len(f.Words) > 0 && !slices.Contains(f.Words, value):
			return fmt.Errorf("--%s is one of %s, not %q", f.Name, strings.Join(f.Words, ", "), value)
		}
	}
	if len(r.Apart) > 0 && !slices.ContainsFunc(r.Apart, func(name string) bool { return !given.Changed(name) }) {
		return fmt.Errorf("--%s do not go together", strings.Join(r.Apart, " and --"))
	}
	return nil
}

// helpCommand tells of a command, or that there is none of that name.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Short: "Show the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			asked, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no command %q", strings.Join(args, " "))
			}
			return asked.Help()
		},
	}
}

// complete writes a script that has a shell complete command lines.
func complete(c call) error {
	switch c.args[0] {
	case "bash":
		return c.root.GenBashCompletionV2(c.out, true)
	case "zsh":
		return c.root.GenZshCompletion(c.out)
	}
	return c.root.GenFishCompletion(c.out, true)
}
