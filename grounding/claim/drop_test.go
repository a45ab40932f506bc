package claim

import "testing"

// What a claim may leave out of joined things, and what it may not: the sentences are
// published ones, shortened. The first claim is honest, the second one is not.
func TestOneOfTwoJoinedThings(t *testing.T) {
	for _, c := range []struct{ source, honest, other string }{
		{
			"Warburton has not played since 30 April and is one of five changes.",
			"Warburton has not played since 30 April.", "Warburton has played since 30 April.",
		},
		{
			"The fat won't add flavor and will lead to flare-ups.",
			"The fat will lead to flare-ups.", "The fat will add flavor.",
		},
		{
			"They change their names to avoid being recognized and discriminated against.",
			"They change their names to avoid being recognized and discriminated against.", "They change their names to avoid being recognized.",
		},
		{
			"The firm may close the plant and sell the land.",
			"The firm may close the plant.", "The firm sells the land.",
		},
		{
			"The ban is likely to follow, but it may take more time.",
			"The ban is likely to follow.", "It takes more time.",
		},
		{
			"The drug helps, but this is not proven.",
			"The drug helps, but this is not proven.", "The drug helps.",
		},
		{
			"The Boxer was bred from the Bulldog, and is part of the group.",
			"The Boxer is part of the group.", "The Boxer was part of the group.",
		},
		{
			"Traders follow the index, which is a measure of prices.",
			"Traders follow the index.", "The index is followed by prices.",
		},
		{
			"It is the city's flag, which isn't true yet.",
			"It is the city's flag, which isn't true yet.", "It is the city's flag.",
		},
		{
			"If the pump is hot, stop it and call us.",
			"If the pump is hot, stop it and call us.", "Stop it and call us.",
		},
		{
			"They have a much longer life than the bulbs.",
			"They have a longer life than the bulbs.", "They have a life much longer than more bulbs.",
		},
		{
			"Only members sing and dance.",
			"Only members sing and dance.", "Members sing.",
		},
	} {
		if !carriedBy(c.honest, c.source) {
			t.Errorf("%q does not carry %q", c.source, c.honest)
		}
		if carriedBy(c.other, c.source) {
			t.Errorf("%q carries %q", c.source, c.other)
		}
	}
}

// Phrases and members of lists in another order: sentences of published texts with an
// honest edit of a stranger, and one that says something else.
func TestOrdersOfPublishedSentences(t *testing.T) {
	for _, c := range []struct{ source, honest, other string }{
		{
			"Select the items to set a time.", "To set a time, select the items.", "Set a time to select the items.",
		},
		{
			"If you are between the ages of 31 and 50, these values decrease.",
			"These values decrease if you are between the ages of 31 and 50.", "If these values decrease, you are between the ages of 31 and 50.",
		},
		{
			"On average, the driest months are August to October.",
			"The driest months, on average, are August to October.", "The driest months are, on average, October to August.",
		},
		{
			"Although the centre and the eastern parts of the country are flat, the west is mountainous.",
			"Although the eastern parts and the centre of the country are flat, the west is mountainous.",
			"Although the centre and the west of the country are flat, the eastern parts are mountainous.",
		},
		{
			"On Saturday, Watt earned the hardware to prove it.",
			"Watt earned the hardware to prove it on Saturday.", "Watt proved the hardware to earn it on Saturday.",
		},
		{
			"The firm said in May that sales fell.", "The firm said in May that sales fell.", "The firm said that sales fell in May.",
		},
		{
			"The firm opened a plant in 2010 and closed a mine.",
			"The firm opened a plant in 2010 and closed a mine.", "In 2010, the firm closed a mine and opened a plant.",
		},
		{
			"Senior officers have orders to immediately clamp down on it.",
			"Senior officers have orders to clamp down immediately on it.", "Senior officers immediately have orders to clamp down on it.",
		},
		{
			"Press red, green and blue one after the other.",
			"Press red, green and blue one after the other.", "Press green, red and blue one after the other.",
		},
		{
			"Adults take 5 mg in the morning, children 2 mg at night.",
			"Adults take 5 mg in the morning, children 2 mg at night.", "Adults take 5 mg at night, children 2 mg in the morning.",
		},
		{
			"Windows, sensors and even pots have a coating.", "Sensors, windows and even pots have a coating.", "Sensors, pots and even windows have a coating.",
		},
		{
			"Men who left in May were fined.", "Men who left in May were fined.", "In May, men who left were fined.",
		},
	} {
		if !carriedBy(c.honest, c.source) {
			t.Errorf("%q does not carry %q", c.source, c.honest)
		}
		if carriedBy(c.other, c.source) {
			t.Errorf("%q carries %q", c.source, c.other)
		}
	}
}
