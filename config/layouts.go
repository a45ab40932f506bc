package config

import "vouchsafe/layout"

// layoutNames lists the layouts that need no declaration.
func layoutNames() []string { return layout.Names() }
