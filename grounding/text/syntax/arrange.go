package syntax

import "slices"

// arrange puts the phrases in order, each within what it belongs to, and tells each word
// the shortest one that it is part of.
func (p *parser) arrange(out []Phrase) []Phrase {
	p.dissolve()
	p.extend()
	depth := make([]int, len(p.nodes))
	order := make([]int, 0, len(p.nodes))
	for i := range p.nodes {
		for k := i; k != None; k = int(p.nodes[k].Top) {
			depth[i]++
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &p.nodes[a], &p.nodes[b]
		switch {
		case x.From != y.From:
			return int(x.From - y.From)
		case x.To != y.To:
			return int(y.To - x.To)
		}
		return depth[a] - depth[b]
	})
	place := make([]int16, len(p.nodes))
	for to, i := range order {
		place[i] = int16(to)
	}
	for _, i := range order {
		n := p.nodes[i]
		if n.Parent != None {
			n.Parent, n.Top = place[n.Parent], place[n.Top]
		}
		out = append(out, n)
	}
	for i := range out {
		for k := out[i].From; k < out[i].To; k++ {
			p.words[k].Phrase = int16(i)
		}
	}
	return out
}

// dissolve takes a predicate that is the only one of its clause out of the tree: its parts
// belong to the clause.
func (p *parser) dissolve() {
	lone := func(i int16) bool {
		return i != None && p.nodes[i].Kind == Predicate && p.nodes[p.nodes[i].Parent].Kind != List
	}
	up := func(i int16) int16 {
		for lone(i) {
			i = p.nodes[i].Parent
		}
		return i
	}
	for i := range p.nodes {
		p.nodes[i].Parent, p.nodes[i].Top = up(p.nodes[i].Parent), up(p.nodes[i].Top)
	}
	kept := make([]int16, len(p.nodes))
	n := int16(0)
	for i := range p.nodes {
		if kept[i] = n; !(p.nodes[i].Kind == Predicate && (p.nodes[i].Parent == None || p.nodes[p.nodes[i].Parent].Kind != List)) {
			n++
		}
	}
	var out []Phrase
	for i := range p.nodes {
		if i+1 < len(p.nodes) && kept[i+1] == kept[i] || i+1 == len(p.nodes) && kept[i] == n {
			continue
		}
		x := p.nodes[i]
		if x.Parent != None {
			x.Parent, x.Top = kept[x.Parent], kept[x.Top]
		}
		out = append(out, x)
	}
	p.nodes = out
}

// extend makes each phrase as long as what is sure to belong to it.
func (p *parser) extend() {
	for i := range p.nodes {
		n := p.nodes[i]
		for k := n.Top; k != None; k = p.nodes[k].Top {
			up := &p.nodes[k]
			up.From, up.To = min(up.From, n.From), max(up.To, n.To)
		}
	}
}
