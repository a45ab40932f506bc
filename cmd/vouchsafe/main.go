// Command vouchsafe is an OpenAI-compatible gateway that lets a model's answer
// through only when every citation in it is verified. This package wires flags,
// configuration and the packages that do the work; it decides nothing itself.
package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/text"
	"vouchsafe/trace/written"
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

// Set by whoever builds: -ldflags "-X main.version=1.2.3 -X 'main.builtFrom=commit 1234567 of 2026-11-28'".
var (
	version   = "dev"
	builtFrom = "" // for builds in which Go finds no repository: from an archive, a work tree of git, or in a container
)

var versionCommand = command{
	use: "version", does: "Print the version",
	do: printVersion,
}

func printVersion(c call) error {
	fmt.Fprintln(c.out, versionLine())
	return nil
}

// offerVersion has --version print the same line. cobra's own flag says it in
// other words, which only a template changes, and a program that has templates
// has every method of every type: half as large again.
func offerVersion(root *cobra.Command, s streams) {
	asked := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(*cobra.Command, []string) error {
		if !*asked {
			return root.Help()
		}
		fmt.Fprintln(s.out, versionLine())
		return nil
	}
}

// versionLine tells all there is to know of a binary.
func versionLine() string {
	return fmt.Sprintf("vouchsafe %s (%s, %s/%s%s)", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, origin())
}

// origin is the commit that the binary was built from and the commit's date,
// as far as the build recorded them.
func origin() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	said := map[string]string{}
	for _, setting := range info.Settings {
		said[setting.Key] = setting.Value
	}
	commit, date := said["vcs.revision"], said["vcs.time"]
	if len(commit) < 12 || len(date) < len(time.DateOnly) {
		return strings.TrimSuffix(", "+builtFrom, ", ")
	}
	changed := ""
	if said["vcs.modified"] == "true" {
		changed = " with local changes"
	}
	return ", commit " + commit[:12] + changed + " of " + date[:len(time.DateOnly)]
}

// engine names what judges answers in this program: its version, and a hash of
// the data in it.
func engine() written.Engine {
	data := sha256.Sum256([]byte(text.DataHash() + claim.DataHash() + layout.DataHash()))
	return written.Engine{Version: version + origin(), Data: "sha256:" + hex.EncodeToString(data[:])}
}

// Flags of health.
var (
	healthURL = &flag{name: "url", otherwise: "http://127.0.0.1:8080/readyz", about: "`URL` to ask"}
)

var healthCommand = command{
	page: "operations#probes",
	use:  "health", does: "Ask a running gateway whether it is ready",
	flags: []*flag{healthURL},
	do:    askHealth,
}

// askHealth asks a running gateway whether it is ready. An image without a shell
// has no other way to have its health checked.
func askHealth(c call) error {
	status, body, err := fasthttp.GetTimeout(nil, c.text(healthURL), 2*time.Second)
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("the gateway does not answer: %w", err)}
	}
	fmt.Fprintf(c.out, "%s", body)
	if status != fasthttp.StatusOK {
		return &exit{code: exitFailed}
	}
	return nil
}
