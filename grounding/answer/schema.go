package answer

// Schema returns the `response_format` member that asks an upstream for a
// dialect's shape, or "" for a dialect that is prose. It is constant: chunk
// ids are not enumerated in it, so that the upstream's compiled schema and
// the cached prefix of the prompt stay the same from call to call. Keys stand
// in alphabetical order, which is the order in which many upstreams make the
// model write them: in segments the evidence comes before the sentence.
func Schema(d Dialect) string { return formats[d] }

// formats are made once, of the bare schemas.
var formats = func() map[Dialect]string {
	made := map[Dialect]string{}
	for d, schema := range schemas {
		made[d] = `{"type":"json_schema","json_schema":{"name":"cited_` + string(d) + `","strict":true,"schema":` + schema + `}}`
	}
	return made
}()

const (
	textType  = `{"type":"string"}`
	textsType = `{"type":"array","items":{"type":"string"}}`
	modeType  = `{"type":"string","enum":["answer","clarify","refuse"]}`
)

// schemas holds the bare schema of each dialect that has one.
var schemas = map[Dialect]string{
	Segments: object("mode", modeType,
		"segments", list(object(
			"citations", list(object("chunk_id", textType, "snippet", textType)),
			"text", textType)),
		"unanswered_aspects", textsType),
	Snippet: object("answer", textType,
		"citations", list(object("chunk_id", textType, "doc_id", textType, "snippet", textType)),
		"mode", modeType),
	Claims: object("answer", textType,
		"citations", list(object("id", textType, "relevant_quote", textType, "source", textType, "title", textType)),
		"claims", list(object("citation_ids", textsType,
			"confidence", `{"type":"string","enum":["high","medium","low"]}`, "text", textType)),
		"unanswered_aspects", textsType),
	Dagger: object("answer", textType,
		"citations", list(object("chunk_id", textType, "similarity", `{"type":"number"}`, "source_filename", textType))),
}

// object writes the schema of a closed object whose keys are all required,
// from alternating keys (in alphabetical order) and their schemas.
func object(members ...string) string {
	properties, required := "", ""
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			properties, required = properties+",", required+","
		}
		properties += `"` + members[i] + `":` + members[i+1]
		required += `"` + members[i] + `"`
	}
	return `{"type":"object","additionalProperties":false,"required":[` + required +
		`],"properties":{` + properties + `}}`
}

func list(items string) string {
	return `{"type":"array","items":` + items + `}`
}
