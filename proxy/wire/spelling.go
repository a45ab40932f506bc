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
