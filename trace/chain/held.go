package chain

import "bytes"

// Doubt is lines of a file that a chain does not hold, counted from 1.
type Doubt struct {
	File     string
	From, To int
	Before   bool // they are from before there was a chain, and its first line names the last of them
}

// Holder finds the lines of files that a chain does not hold. What holds a line is its hash in the next one, and so on up to one that is
// signed. Where that breaks, the line that was changed may have hidden a change in each one between it and the signed line in front of it.
type Holder struct {
	Keys    Keys            // that may have signed; grows with those that a signed line names
	Unknown map[string]bool // ids of other keys that lines name
	Doubt   func(Doubt)     // is told of lines, in their order

	open  []Doubt // lines behind the last signed one, file by file
	last  Hash    // of the line before
	begun bool
	cut   bool // the line before is none of a chain
	blank bool // and its words were taken out
	shut  bool // no process writes behind the last signed line
	unfit bool // a signature behind it does not fit
}

// Take takes the next line.
func (h *Holder) Take(at Place, line []byte) {
	l, chained := Parse(line)
	if !chained {
		h.takeCut(at, line)
		return
	}
	r, signed := h.Keys.RecordIn(line)
	switch {
	case !h.begun:
		h.doubt(l.Prev == h.last && l.N == 1)
	case !(l.Prev == h.last || h.blank), h.cut && !(signed && r.Torn):
		h.doubt(false)
	}
	h.begun, h.cut, h.blank, h.last = true, false, false, HashOf(line)
	switch {
	case signed && r.Record == Removed:
		h.last = l.HashIn(line)
		fallthrough
	case !signed:
		if h.add(at); !signed && l.Signature != nil { // the chain was computed anew, without the key
			h.unfit = true
			h.doubt(false)
			if r.Key != "" && h.Keys[r.Key] == nil && h.Unknown != nil {
				h.Unknown[r.Key] = true
			}
		}
		return
	case r.Added > 0 || r.Lost > 0 || h.unfit: // it tells of what it found, and does not vouch for it
		h.doubt(false)
	}
	h.shut, h.unfit, h.open = r.Record == Closed && r.Alone, false, h.open[:0]
}

// takeCut takes a line that is none of a chain: a crash may have cut it off, as the next one then says, or it is from before
// there was one.
func (h *Holder) takeCut(at Place, line []byte) {
	_, of, removed := removedIn(line)
	if !removed {
		of = HashOf(bytes.TrimSuffix(line, []byte{'\n'}))
	}
	h.last, h.cut, h.blank = of, true, IsBlank(line)
	h.add(at)
}

func (h *Holder) add(at Place) {
	if n := len(h.open); n > 0 && h.open[n-1].File == at.File {
		h.open[n-1].To = at.Line
		return
	}
	h.open = append(h.open, Doubt{File: at.File, From: at.Line, To: at.Line})
}

func (h *Holder) doubt(before bool) {
	for _, d := range h.open {
		d.Before = before
		h.Doubt(d)
	}
	h.open = h.open[:0]
}

// Done is to be called behind the last line. What no signature covers yet is held, unless no process was there to write it, or
// a signature in front of it does not fit.
func (h *Holder) Done() {
	if h.shut || h.unfit || !h.begun {
		h.doubt(!h.begun)
	}
}
