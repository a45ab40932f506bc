package layout

// headedPassages reads passages that each stand below a Markdown heading, one
// level below the heading that leads in to them: `# Context`, then `## Fees`.
// A heading of the lead-in's level or above ends them.
func headedPassages(p *page) []candidate {
	if !p.opens.has('#') {
		return nil
	}
	fails := 0
	for i := range p.lines {
		level := headingLevel(p, i)
		if fails > maxFails {
			break
		}
		if level == 0 || !isLead(p.str(i)) && !isFramedPart(p.str(i)) {
			continue
		}
		run, end := headingsBelow(p, i, level)
		if len(run) < 2 {
			continue
		}
		if last := min(end, runEnd(p, run)); last > run[len(run)-1].line+1 {
			return []candidate{readTo(p, run, last)}
		}
		fails++
	}
	return nil
}

// headingsBelow are the headings below line i of the level of the first one,
// which stands right below it, and the line at which they end.
func headingsBelow(p *page, i, level int) (run []head, end int) {
	first := p.after(i)
	if first == len(p.lines) {
		return nil, 0
	}
	inner := headingLevel(p, first)
	if inner <= level {
		return nil, 0
	}
	if _, numbered := parseHead(p, first); numbered {
		return nil, 0
	}
	for j := first; j < len(p.lines); j++ {
		switch n := headingLevel(p, j); {
		case n == 0 || n > inner:
		case n < inner:
			return run, j
		default:
			h := head{line: j, num: -1, end: p.lines[j].end, named: true, sig: "heading"}
			run = append(run, h.restAt(p.str(j)[inner:]))
		}
	}
	return run, len(p.lines)
}

// headingLevel is the number of marks of a Markdown heading, 0 for other lines
// and for those in code.
func headingLevel(p *page, i int) int {
	s, n := p.str(i), 0
	for n < len(s) && s[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n == len(s) || s[n] != ' ' || p.inFence(i) {
		return 0
	}
	return n
}
