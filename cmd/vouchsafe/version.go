package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/text"
	"vouchsafe/trace/written"
)

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
