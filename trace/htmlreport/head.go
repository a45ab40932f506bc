package htmlreport

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strconv"

	"vouchsafe/grounding/report"
)

//go:embed style.css
var style string

// styleHash names the one style element that the page may have, in the words
// of a content security policy.
func styleHash() string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (w *writer) head(p Page) {
	w.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"")
	w.attr("content", "default-src 'none'; style-src "+styleHash()+"; base-uri 'none'; form-action 'none'")
	w.raw(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n" +
		"<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n<title>")
	w.text(p.Title)
	w.raw("</title>\n<style>")
	w.w.WriteString(style) // our own file, to the byte: its hash is in the policy
	w.raw("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the figures</a>\n<header class=\"top\"><p class=\"brand\">Vouchsafe</p><h1>")
	w.text(p.Title)
	w.raw("</h1>")
	if len(p.Facts) > 0 {
		w.raw("<dl class=\"facts\">")
		for _, f := range p.Facts {
			w.raw("<div>")
			w.element("dt", "dt", f.Label)
			w.element(`dd dir="auto"`, "dd", f.Value)
			w.raw("</div>")
		}
		w.raw("</dl>")
	}
	w.raw("</header>\n")
}

// summary counts the rows out by verdict.
func (w *writer) summary(t Tally, would bool) {
	w.raw(`<section aria-labelledby="figures"><h2 id="figures">Figures</h2><div class="hero"><p class="rate"><strong>`)
	w.text(percent(t.Passed, t.Rows))
	w.raw(`</strong> <span>`)
	w.number(t.Passed)
	w.raw(" of ")
	w.number(t.Rows)
	switch {
	case would:
		w.raw(" decidable answers would pass the policy</span></p>")
	case t.Rows == 1:
		w.raw(" answer passes the policy</span></p>")
	default:
		w.raw(" answers pass the policy</span></p>")
	}
	w.bar(t)
	w.raw(`</div><ul class="verdicts">`)
	for _, v := range verdicts {
		if t.Verdicts[v] > 0 {
			s := sayingOf(v)
			w.verdict(s, string(v), t.Verdicts[v])
		}
	}
	if t.Unreadable > 0 {
		w.verdict(unreadable, "unreadable", t.Unreadable)
	}
	w.raw("</ul></section>\n")
}

var unreadable = saying{"unreadable", "?", "The row could not be read. It does not count as passed."}

func (w *writer) verdict(s saying, name string, n int) {
	w.raw(`<li class="`)
	w.raw(s.class)
	w.raw(`"><p class="count">`)
	w.number(n)
	w.raw("</p>")
	w.badge(s, name)
	w.raw(`<p class="meaning">`)
	w.raw(s.meaning)
	w.raw("</p></li>")
}

// badge names a verdict, with a sign for those who see no colours.
func (w *writer) badge(s saying, name string) {
	w.raw(`<span class="badge `)
	w.raw(s.class)
	w.raw(`"><span aria-hidden="true">`)
	w.raw(s.sign)
	w.raw(" </span>")
	w.text(name)
	w.raw("</span>")
}

// bar draws the shares of the verdicts in one line. The figures stand beside
// it in words, so it is no more than a picture.
func (w *writer) bar(t Tally) {
	if t.Rows == 0 {
		return
	}
	w.raw(`<svg class="bar" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true" focusable="false">`)
	at := 0.0
	for _, v := range verdicts {
		at = w.share(sayingOf(v).class, at, float64(t.Verdicts[v])/float64(t.Rows))
	}
	w.share(unreadable.class, at, float64(t.Unreadable)/float64(t.Rows))
	w.raw("</svg>")
}

func (w *writer) share(class literal, at, share float64) float64 {
	if share > 0 {
		w.raw(`<rect class="`)
		w.raw(class)
		w.raw(`" y="0" height="16"`)
		w.attr("x", strconv.FormatFloat(1000*at, 'f', 2, 64))
		w.attr("width", strconv.FormatFloat(1000*share, 'f', 2, 64))
		w.raw("/>")
	}
	return at + share
}

// findings counts the defects by code, and says what each means.
func (w *writer) findings(counts map[report.Code]int) {
	w.raw(`<section aria-labelledby="findings"><h2 id="findings">Findings</h2>`)
	if len(counts) == 0 {
		w.raw("<p class=\"none\">Nothing was found wrong.</p></section>\n")
		return
	}
	w.raw(`<div class="scroll"><table class="codes"><caption>What was found, over all rows</caption><thead><tr><th scope="col">Finding</th><th scope="col" class="n">Times</th><th scope="col">What it means</th></tr></thead><tbody>`)
	for _, code := range report.Codes() {
		if counts[code] == 0 {
			continue
		}
		w.raw(`<tr><th scope="row"><code>`)
		w.text(string(code))
		w.raw(`</code></th><td class="n">`)
		w.number(counts[code])
		w.raw("</td><td>")
		w.raw(meaningOf(code))
		w.raw("</td></tr>")
	}
	w.raw("</tbody></table></div></section>\n")
}

// contents lists the rows that are shown, each with a link to its answer.
func (w *writer) contents(p Page) {
	w.raw(`<section aria-labelledby="rows"><h2 id="rows">Answers</h2>`)
	if p.Note != "" {
		w.element(`p class="note"`, "p", p.Note)
	}
	if len(p.Rows) == 0 {
		w.raw("<p class=\"none\">There are none to show.</p></section>\n")
		return
	}
	w.raw(`<div class="scroll"><table class="rows"><caption>Each row leads to the answer and its sources</caption><thead><tr><th scope="col" class="n">Line</th><th scope="col">Id</th><th scope="col">Verdict</th><th scope="col">Question or answer</th><th scope="col">What failed</th></tr></thead><tbody>`)
	for i := range p.Rows {
		w.contentsRow(&p.Rows[i])
	}
	w.raw("</tbody></table></div></section>\n")
}

func (w *writer) contentsRow(r *Row) {
	w.raw(`<tr><th scope="row" class="n"><a`)
	w.attr("href", "#"+r.anchor())
	w.raw(">")
	w.text(strconv.Itoa(r.Line))
	w.raw("</a></th><td><bdi>")
	w.text(shorten(r.ID, 40))
	w.raw("</bdi></td><td>")
	w.verdictOf(r)
	w.raw(`</td><td dir="auto">`)
	switch {
	case r.Error != "":
		w.text(shorten(r.Error, 120))
	case r.Question != "":
		w.text(shorten(r.Question, 120))
	default:
		w.text(shorten(r.Answer, 120))
	}
	w.raw("</td><td>")
	for i, code := range r.codes() {
		if i > 0 {
			w.raw(", ")
		}
		w.element("code", "code", string(code))
	}
	if detail := r.detail(); detail != "" {
		w.element(`p class="meaning" dir="auto"`, "p", shorten(detail, 200))
	}
	w.raw("</td></tr>")
}

func (w *writer) foot() {
	w.raw(`<footer><h2>How to read this</h2><dl class="legend">` +
		`<div><dt><span class="claim ok">underlined</span></dt><dd>a statement that the cited source carries</dd></div>` +
		`<div><dt><span class="claim bad">wavy</span></dt><dd>a statement that it does not carry, or that names no source</dd></div>` +
		`<div><dt><span class="claim open">dotted</span></dt><dd>a statement that words neither prove nor refute</dd></div>` +
		`<div><dt><mark class="sentence">tinted</mark></dt><dd>the whole source sentence that the statement is judged against</dd></div>` +
		`<div><dt><mark>marked</mark></dt><dd>the words of it that the model quoted</dd></div>` +
		`<div><dt><mark class="wrong">struck</mark> <mark class="right">framed</mark></dt><dd>where a quote departs from the source, and what the source says there</dd></div>` +
		`</dl><p>Verified means that the quoted words stand in the source. Proven means that the whole source sentence carries the statement: ` +
		`every word, number and name of it is licensed, and negations, conditions and quantities agree. The two are checked apart. ` +
		`What is not proven by words passed or failed by an estimated risk, or by a second model where the policy names one. The check does not know whether a source is right, ` +
		`or whether the answer suits the question.</p></footer>` + "\n</body>\n</html>\n")
}
