package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"vouchsafe/trace/store"
)

// printSummary writes a trace on one line.
func printSummary(out io.Writer, t store.Summary) {
	fmt.Fprintf(out, "%s  %s  %-10s %-12s %-16s %7.0f ms  %s", t.Timestamp, t.ID, t.Verdict, visible(t.App), visible(t.Model),
		t.TotalMS, clipText(visible(t.Question), 80))
	if len(t.Findings) > 0 {
		fmt.Fprintf(out, "  [%s]", strings.Join(t.Findings, " "))
	}
	fmt.Fprintln(out)
}

// printTrace writes a whole trace for a reader.
func printTrace(out io.Writer, line []byte) {
	t := gjson.ParseBytes(line)
	text := func(path string) string { return visible(t.Get(path).String()) }
	fmt.Fprintf(out, "%s  %s\n", text("query_id"), text("timestamp"))
	fmt.Fprintf(out, "app %s   policy %s   model %s   verdict %s", text("app"), text("policy"), text("model"), text("verdict"))
	if reason := text("reason"); reason != "" {
		fmt.Fprintf(out, " (%s)", reason)
	}
	fmt.Fprintf(out, "\n%.0f ms, of these %.0f upstream and %.1f verifying\n", t.Get("latency.total_ms").Float(),
		t.Get("latency.upstream_ms").Float(), t.Get("latency.verify_ms").Float())
	printPart(out, "question", text("question"))
	printPart(out, "answer", text("answer"))
	each(t.Get("findings"), func(f gjson.Result) {
		printPart(out, "finding "+visible(f.Get("code").String()), visible(f.Get("detail").String()))
	})
	each(t.Get("citations"), func(c gjson.Result) {
		how := "not verified"
		if c.Get("verified").Bool() {
			how = "verified, " + visible(c.Get("match").String())
		}
		printPart(out, fmt.Sprintf("citation %d of %s: %s", c.Get("number").Int(), visible(c.Get("chunk_id").String()), how),
			visible(c.Get("snippet").String()))
	})
	each(t.Get("chunks"), func(c gjson.Result) {
		head := fmt.Sprintf("chunk %s (%s, %s) %s", visible(c.Get("chunk_id").String()), visible(c.Get("standing").String()),
			visible(c.Get("layout").String()), visible(c.Get("title").String()))
		printPart(out, strings.TrimSpace(head), visible(c.Get("text").String()))
	})
	n := 0
	each(t.Get("attempts"), func(a gjson.Result) {
		n++
		printPart(out, fmt.Sprintf("attempt %d, %s: status %s, %.0f ms; %s", n, visible(a.Get("upstream").String()), statusOf(a),
			a.Get("duration_ms").Float(), visible(a.Get("asked").String())), visible(a.Get("reply").String()))
		each(a.Get("findings"), func(f gjson.Result) {
			fmt.Fprintf(out, "     %s: %s\n", visible(f.Get("code").String()), visible(f.Get("detail").String()))
		})
	})
	if f := t.Get("feedback"); f.IsObject() {
		printPart(out, "feedback", visible(f.Raw))
	}
}

// statusOf is the status of an attempt, and why it failed where that is known.
func statusOf(attempt gjson.Result) string {
	status := attempt.Get("status").String()
	if cause := attempt.Get("cause").String(); cause != "" {
		status += " (" + visible(cause) + ")"
	}
	return status
}

func each(list gjson.Result, do func(gjson.Result)) {
	list.ForEach(func(_, v gjson.Result) bool { do(v); return true })
}

// printPart writes a part of a trace under its name, indented.
func printPart(out io.Writer, name, text string) {
	fmt.Fprintf(out, "\n%s\n", name)
	for line := range strings.Lines(text) {
		fmt.Fprintf(out, "     %s\n", strings.TrimRight(line, "\n"))
	}
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
