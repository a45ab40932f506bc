package layout

// preset is a template of a known system. Those that are known are recognised
// without being declared, because their layout puts the question first or
// parts passages in a way that the general rules cannot tell.
type preset struct {
	Template
	known bool
}

// record is a layout as layouts.yaml has it: in the form that a configuration
// uses, with a sample prompt that a test reads.
type record struct {
	Name, Role, Separator, Marker string
	Known                         bool
	Section, Record               Span
	KeepBegin                     bool `yaml:"keep_begin"`
	Layouts                       []string
	Question                      struct{ Place, After, Before string }
	Sample                        struct {
		Role, Text, Question string
		Chunks               []struct{ ID, Text string }
	}
}

// presets by the name of the system. The literals are the shortest that tell
// the system's prompt from other text.
var presets = func() []preset {
	var list []preset
	for _, r := range layoutRecords() {
		list = append(list, preset{known: r.Known, Template: Template{
			Name: r.Name, Role: r.Role, Section: r.Section, KeepBegin: r.KeepBegin, Record: r.Record, Separator: r.Separator,
			Layouts: r.Layouts, Place: r.Question.Place, Question: Span{r.Question.After, r.Question.Before}, Marker: r.Marker,
		}})
	}
	return list
}()

func layoutRecords() (records []record) {
	readData("layouts.yaml", &records)
	return records
}

// Presets lists the names of the systems whose layouts are built in.
func Presets() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].Name
	}
	return names
}

// declared are the templates that options declare: their own, and presets by
// name. A preset whose section is opened by a part of a record keeps it.
func declared(o Options) []Template {
	list := append([]Template(nil), o.Own...)
	for _, name := range o.Layouts {
		for i := range presets {
			if presets[i].Name == name {
				list = append(list, presets[i].Template)
			}
		}
	}
	return list
}
