//go:build unix

package real

// shelf is some documents with questions about them, and what a right answer holds.
type shelf struct {
	documents string
	questions []struct{ ask, has string }
}

// shelves are the material of TestDialects: plain prose, as guides, almanacs and
// handbooks have it.
var shelves = []shelf{
	{`<document id="d1">The harbour museum opens at nine on weekdays. It is closed in May, when the old cranes are painted. Entry costs 9 euros for adults, and children under twelve are let in free. The building was a customs house until 1931.</document>
<document id="d2">The ferry to the island leaves every 40 minutes from pier 3. The crossing takes a quarter of an hour in calm weather. The last ferry returns at 21:15. Bicycles are carried without charge, but dogs must be kept on a lead.</document>`,
		[]struct{ ask, has string }{
			{"When does the museum open?", "nine"}, {"What does entry cost?", "9 euros"}, {"How often does the ferry leave?", "40 minutes"},
			{"When does the last ferry return?", "21:15"}, {"From which pier does the ferry leave?", "pier 3"}, {"What was the building until 1931?", "customs house"},
		}},
	{`<document id="d1">A swarm of bees should be hived in the evening, when most of the foragers have come home. Give the new colony sugar syrup for the first ten days. A colony that has lost its queen grows loud and restless within an hour. The keeper may then unite it with a neighbour by laying a sheet of newspaper between the two boxes.</document>
<document id="d2">Honey keeps best in closed jars at about 14 degrees. Heather honey sets like jelly and has to be pressed out of the comb. Clover honey is pale and grains within three weeks. Wax is melted over water, never over an open flame.</document>`,
		[]struct{ ask, has string }{
			{"When should a swarm be hived?", "evening"}, {"How long should the new colony get sugar syrup?", "ten days"}, {"What does a colony do that has lost its queen?", "restless"},
			{"At what temperature does honey keep best?", "14 degrees"}, {"How is heather honey taken out of the comb?", "press"}, {"How is wax melted?", "over water"},
		}},
	{`<document id="d1">The narrow railway over the Corran pass was begun in 1887 and took six years to build. It has eleven tunnels, of which the longest measures 1,240 metres. In winter a plough with a turning wheel clears the line before the first train. The line was electrified in 1926, and the last steam engine now stands before the station of Aldmoor.</document>
<document id="d2">Trains stop at Aldmoor, Tarrow and Upper Corran. A return ticket is valid for two days. Seats on the left have the better view when one travels uphill. Heavy luggage travels in the van behind the engine.</document>`,
		[]struct{ ask, has string }{
			{"When was the railway begun?", "1887"}, {"How many tunnels does it have?", "eleven"}, {"How long is the longest tunnel?", "1,240"},
			{"When was the line electrified?", "1926"}, {"How long is a return ticket valid?", "two days"}, {"On which side is the better view uphill?", "left"},
		}},
	{`<document id="d1">For a plain loaf take 500 grams of flour, 320 grams of water, 10 grams of salt and a little yeast. Knead the dough for ten minutes and let it rise for two hours under a cloth. Bake it at 230 degrees for forty minutes. A loaf is done when it sounds hollow if one knocks on its base.</document>
<document id="d2">Rye dough is not kneaded long, for it grows sticky. Rye bread is cut on the second day at the earliest. A sourdough is fed with equal weights of flour and water every twelve hours. Stale bread is refreshed by wetting the crust and heating it for eight minutes.</document>`,
		[]struct{ ask, has string }{
			{"How much salt does a plain loaf take?", "10 grams"}, {"How long should the dough rise?", "two hours"}, {"At how many degrees is the loaf baked?", "230"},
			{"When is a loaf done?", "hollow"}, {"When is rye bread cut?", "second day"}, {"How often is a sourdough fed?", "twelve hours"},
		}},
}
