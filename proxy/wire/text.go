package wire

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
)

// appendInner appends what stands between the quotes of s as a JSON string.
func appendInner(dst []byte, s string) []byte {
	from := len(dst)
	dst = jsonwriter.AppendString(dst, s)
	return append(dst[:from], dst[from+1:len(dst)-1]...)
}

// quote returns s as a JSON string.
func quote(s string) string {
	return string(jsonwriter.AppendString(make([]byte, 0, len(s)+len(s)/8+2), s))
}

// textOf returns what a whole JSON string says: a part of the same memory where
// nothing in it is escaped. Half a surrogate pair stands for U+FFFD.
func textOf(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	return view(appendText(make([]byte, 0, len(quoted)), quoted))
}

// appendText appends what a whole JSON string says. Between escapes, which are
// few, it need not look at a text byte by byte.
func appendText(dst []byte, quoted string) []byte {
	rest := quoted[1 : len(quoted)-1]
	for {
		at := strings.IndexByte(rest, '\\')
		if at < 0 {
			return append(dst, rest...)
		}
		dst = append(dst, rest[:at]...)
		char, _, behind, err := strconv.UnquoteChar(rest[at:], '"')
		if err != nil { // what JSON has and Go has not: a slash, half a pair or a pair
			dst, _ = jsontext.AppendUnquote(dst, `"`+rest[at:]+`"`)
			return dst
		}
		dst, rest = utf8.AppendRune(dst, char), behind
	}
}

// resultOf gives a value to readers that want it parsed; its Index is its
// place in the text.
func resultOf(text string, at span) gjson.Result {
	v := gjson.Parse(text[at.start:at.end])
	v.Index = at.start
	return v
}
