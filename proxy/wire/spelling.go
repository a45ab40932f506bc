package wire

import "strings"

// withoutAuthority turns the absolute form of a request target into its path.
func withoutAuthority(target string) string {
	scheme, rest, found := strings.Cut(target, "://")
	if !found || strings.ContainsAny(scheme, "/\\%") {
		return target
	}
	if slash := strings.IndexAny(rest, "/\\"); slash >= 0 {
		return rest[slash:]
	}
	return "/"
}

// split returns the segments of a path, empty ones left out. plain tells
// whether every reader takes them for the same: no escapes, parameters, dot
// segments, backslashes, control characters or characters beyond ASCII.
func split(path string) (segments []string, plain bool) {
	plain = true
	for segment := range strings.SplitSeq(path, "/") {
		switch segment {
		case "":
			continue
		case ".", "..":
			plain = false
		}
		for i := 0; i < len(segment); i++ {
			plain = plain && plainByte(segment[i])
		}
		segments = append(segments, segment)
	}
	return segments, plain
}

// plainByte tells whether a byte of a path means itself to every reader.
func plainByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("-._~:@!$&'()*+,=", c) >= 0
}

// lenient returns a path as the most forgiving reader might read it: escapes
// decoded as often as they were nested, backslashes as slashes, parameters
// and what follows a question mark, hash or NUL left out, dot segments
// resolved, control characters and white space around a segment dropped.
func lenient(path string) string {
	for range 4 { // deeper nesting stays escaped, and so suspicious
		decoded := unescape(path)
		if decoded == path {
			break
		}
		path = decoded
	}
	path = strings.ReplaceAll(path, "\\", "/")
	if i := strings.IndexAny(path, "?#\x00"); i >= 0 {
		path = path[:i]
	}
	var kept []string
	for segment := range strings.SplitSeq(path, "/") {
		segment, _, _ = strings.Cut(segment, ";")
		segment = strings.TrimSpace(strings.Map(visible, segment))
		switch segment {
		case "", ".":
		case "..":
			kept = kept[:max(len(kept)-1, 0)]
		default:
			kept = append(kept, segment)
		}
	}
	return "/" + strings.Join(kept, "/")
}

// visible drops control characters, as browsers drop tabs and line breaks.
func visible(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// unescape decodes the escapes of a path once; what is none stays.
func unescape(path string) string {
	if strings.IndexByte(path, '%') < 0 {
		return path
	}
	dst := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) && isHex(path[i+1]) && isHex(path[i+2]) {
			dst = append(dst, hexValue(path[i+1])<<4|hexValue(path[i+2]))
			i += 2
			continue
		}
		dst = append(dst, path[i])
	}
	return string(dst)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
