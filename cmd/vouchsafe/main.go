// Command vouchsafe is an OpenAI-compatible gateway that lets a model's answer
// through only when every citation in it is verified. This package wires flags,
// configuration and the packages that do the work; it decides nothing itself.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitFailed = 1 // a check failed
	exitUsage  = 2 // a usage or configuration error
)

// exit is an error that ends the program with a code of its own; any other is one
// of usage or configuration. A nil err means that everything has been said already.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

// streams are the program's standard files.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run carries out a command line and returns its exit code.
func run(args []string, s streams) int {
	root := &cobra.Command{
		Use: "vouchsafe", Short: "A gateway that lets an LLM's answer through only when every citation in it is verified",
		SilenceUsage: true, SilenceErrors: true,
	}
	root.SetHelpCommand(helpCommand())
	offerVersion(root, s)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	for _, c := range commands() {
		root.AddCommand(c.command(s))
	}
	asked, err := root.ExecuteC()
	if err == nil {
		return 0
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(s.err, "vouchsafe: "+text)
		page := cmp.Or(asked.Annotations[pageNote], "commands")
		fmt.Fprintf(s.err, "  `vouchsafe docs %s` tells more, and `%s --help` lists the flags\n", page, asked.CommandPath())
	}
	if e, ok := errors.AsType[*exit](err); ok {
		return e.code
	}
	return exitUsage
}

// isTerminal tells a terminal from files, pipes and the null device.
func isTerminal(out any) bool {
	f, ok := out.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(f.Fd())
}

// visible makes a text harmless for a terminal: what models and documents say
// must not move its cursor, or hide anything.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// clipText is the beginning of a text, on one line.
func clipText(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}

// screen is how many columns of a terminal are written to.
const screen = 100

// wrapped is a text in lines of a screen, those behind the first behind a margin.
func wrapped(text string, margin int) string {
	var b strings.Builder
	at := margin
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > screen:
			b.WriteString("\n" + strings.Repeat(" ", margin))
			at = margin
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}

// countOf is a number with its noun.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
