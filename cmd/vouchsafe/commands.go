package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouchsafe/docs"
)

// commands are all commands, in the order in which help lists them.
func commands() []command {
	return []command{serveCommand, demoCommand, runCommand, tryCommand, inspectCommand, checkCommand, keygenCommand, verifyCommand,
		replayCommand, statsCommand, verifyLedgerCommand, ledgerKeyCommand,
		judgeEvalCommand, healthCommand, docsCommand, completionCommand, versionCommand}
}

// pageNote is where a command of the command line keeps its page.
const pageNote = "page"

// command is how a command is called, what help says of it, and what it does. It stands beside the function that does it.
type command struct {
	use, does, more string   // the command line; one line of help; what else there is to say
	page            string   // of the documentation, that helps with its errors; commands for none
	arguments       [2]int   // how many it takes, at least and at most; -1: any number
	words           []string // those that the first argument can be
	flags           []*flag
	apart           []*flag // that do not go together
	ofApp           bool    // its arguments are a command line of its own, whose flags are not ours
	do              func(call) error
}

// flag is a flag of a command. What stands between back quotes in about is what help calls its value.
type flag struct {
	name, letter string
	isSwitch     bool     // it has no value
	otherwise    string   // its value where it is not given
	words        []string // the only values that it can have
	about        string
}

// configFlag names the configuration.
var configFlag = &flag{name: "config", letter: "c", about: "configuration `FILE` (YAML)"}

// call is one use of a command: what its command line says.
type call struct {
	streams
	args  []string
	flags *pflag.FlagSet
	root  *cobra.Command
}

// text is the value of a flag that is a text; "" for a flag that the command
// does not have.
func (c call) text(f *flag) string {
	if given := c.flags.Lookup(f.name); given != nil {
		return given.Value.String()
	}
	return ""
}

func (c call) isOn(f *flag) bool { return c.text(f) == "true" }

func (c *command) command(s streams) *cobra.Command {
	cmd := &cobra.Command{Use: c.use, Short: c.does, Long: c.more, ValidArgs: c.words, Args: c.takes, PreRunE: c.checkFlags,
		Annotations: map[string]string{pageNote: c.page}}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return c.do(call{streams: s, args: args, flags: cmd.Flags(), root: cmd.Root()})
	}
	for _, f := range c.flags {
		f.addTo(cmd)
	}
	cmd.Flags().SetInterspersed(!c.ofApp)
	return cmd
}

func (f *flag) addTo(cmd *cobra.Command) {
	if f.isSwitch {
		cmd.Flags().BoolP(f.name, f.letter, false, f.about)
	} else {
		cmd.Flags().StringP(f.name, f.letter, f.otherwise, f.about)
	}
	if len(f.words) > 0 {
		_ = cmd.RegisterFlagCompletionFunc(f.name, cobra.FixedCompletions(f.words, cobra.ShellCompDirectiveNoFileComp))
	}
}

// takes wants as many arguments as the command has, none of them empty (as an
// unset shell variable is). The error shows how the command is called: whoever
// forgot the -c in front of a file sees where it belongs.
func (c *command) takes(cmd *cobra.Command, args []string) error {
	wrong := ""
	most := c.arguments[1]
	switch {
	case slices.Contains(args, "") && !c.ofApp:
		wrong = "an argument is empty"
	case len(args) < c.arguments[0]:
		wrong = "an argument is missing"
	case most >= 0 && len(args) > most && slices.Contains(c.flags, configFlag):
		wrong = fmt.Sprintf("%q is one argument too many (a configuration file is named with -c)", args[most])
	case most >= 0 && len(args) > most:
		wrong = fmt.Sprintf("%q is one argument too many", args[most])
	case len(c.words) > 0 && !slices.Contains(c.words, args[0]):
		wrong = fmt.Sprintf("there is no %s for %q", cmd.Name(), args[0])
	default:
		return nil
	}
	return fmt.Errorf("%s; usage: %s", wrong, cmd.UseLine())
}

// checkFlags refuses a flag that is given and empty, as from a shell variable
// that is not set: what was asked for would silently be something else. It also
// refuses words that mean nothing, and flags that do not go together.
func (c *command) checkFlags(cmd *cobra.Command, _ []string) error {
	given := cmd.Flags()
	for _, f := range c.flags {
		value := given.Lookup(f.name).Value.String()
		switch {
		case !given.Changed(f.name):
		case value == "":
			return fmt.Errorf("--%s is empty; leave it out, or give it a value", f.name)
		case len(f.words) > 0 && !slices.Contains(f.words, value):
			return fmt.Errorf("--%s is one of %s, not %q", f.name, strings.Join(f.words, ", "), value)
		}
	}
	var together []string
	for _, f := range c.apart {
		if given.Changed(f.name) {
			together = append(together, "--"+f.name)
		}
	}
	if len(together) > 1 {
		return fmt.Errorf("%s do not go together", strings.Join(together, " and "))
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

var docsCommand = command{
	use: "docs [PAGE]", does: "Print a page of the documentation, or list the pages",
	more: "Prints a page of the documentation as Markdown, or the part of it below a heading, as errors and the log name them:\n" +
		"vouchsafe docs http#errors. Without a page it lists all.",
	arguments: [2]int{0, 1},
	do:        printPage,
}

// printPage prints a page of the documentation, or the list of all.
func printPage(c call) error {
	if len(c.args) == 1 {
		page, ok := docs.Page(c.args[0])
		name, heading, _ := strings.Cut(c.args[0], "#")
		if _, there := docs.Page(name); there && !ok {
			return fmt.Errorf("the page %s has no heading %q; `vouchsafe docs %[1]s` prints it whole", name, heading)
		}
		if !ok {
			return fmt.Errorf("there is no page %q; `vouchsafe docs` lists all", c.args[0])
		}
		_, err := io.WriteString(c.out, page)
		return err
	}
	for _, name := range docs.Names() {
		page, _ := docs.Page(name)
		fmt.Fprintf(c.out, "%-16s %s\n", name, docs.Title(page))
	}
	return nil
}

var completionCommand = command{
	use: "completion bash|zsh|fish", does: "Print a script with which a shell completes command lines",
	more:      "Prints a script with which a shell completes command lines. For bash: source <(vouchsafe completion bash)",
	arguments: [2]int{1, 1},
	words:     []string{"bash", "zsh", "fish"},
	do:        complete,
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
