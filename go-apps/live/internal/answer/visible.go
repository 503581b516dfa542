package answer

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Visible is a text that others wrote, a process's name say, for a terminal: control and format characters, overrides of the
// direction, line separators and bytes that are no text are shown as escapes. Line feeds and tabs stay.
func Visible(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
		default:
			out.WriteRune(r)
		}
		text = text[size:]
	}
	return out.String()
}

// Line is Visible in one line.
func Line(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(Visible(text))
}
