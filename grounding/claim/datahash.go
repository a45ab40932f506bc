package claim

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
)

// DataHash returns a hash of all data that claims are judged by: the languages,
// the weights of words and the model of risk.
func DataHash() string {
	sum := sha256.New()
	sum.Write([]byte(idfText))
	sum.Write([]byte(harmText))
	sum.Write(modelJSON)
	names, _ := fs.Glob(languageFiles, "lang/*") // the pattern is a good one
	for _, name := range names {
		content, _ := languageFiles.ReadFile(name)
		sum.Write([]byte(name))
		sum.Write(content)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
