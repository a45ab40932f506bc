package layout

import "strings"

// frames are what apps put around the line above a passage.
var frames = [...][2]string{{"[", "]"}, {"【", "】"}, {"<!--", "-->"}, {"---", "---"}, {"===", "==="}, {"<<", ">>"}, {"##", "##"}, {"**", "**"}}

// framedHead reads a line that is framed as a whole and set off above a text:
// `[Fees and fines]`, `=== EXCERPT FROM [a.pdf, page 3] ===`. It is a head only
// below a lead-in, and where another line is framed alike.
func framedHead(p *page, i int) (head, bool) {
	h := head{line: i, num: -1, end: p.lines[i].end}
	s := p.str(i)
	if len(s) > 200 || len(s) < 5 || i+1 >= len(p.lines) || strings.IndexByte("[<-=#*\xe3", s[0]) < 0 {
		return h, false
	}
	for _, f := range frames {
		if !strings.HasPrefix(s, f[0]) || !strings.HasSuffix(s, f[1]) {
			continue
		}
		inner := strings.Trim(s, "-=#<>!*【】 \t")
		if _, source, ok := strings.Cut(inner, "["); ok && strings.HasSuffix(inner, "]") {
			inner = strings.TrimSuffix(source, "]") // words, then the source in brackets
		}
		if name := strings.TrimPrefix(strings.TrimPrefix(inner, "From "), "from "); isFile(name) || isURL(name) {
			inner = name
		}
		if !heavier(inner, 3) || isRule(s) || isEndMark(s) || isFramedPart(s) || isCaption(s) && evidenceNouns.in(s) || isPart(strings.ToLower(inner)) || !setOff(p, i) && !isLead(p.str(i-1)) {
			return h, false
		}
		h.extra, h.odd, h.sig = inner, true, "framed"+f[0]
		return h.restAt(""), true
	}
	return h, false
}
