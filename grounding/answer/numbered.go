package answer

const numberedShape = `The library opens at nine on weekdays [2]. It is closed on 24 December [2][5].`

const numberedRules = `- Write the answer as text, not as JSON. Put the number of the source in square brackets after every sentence that states a fact: [2], or [2][3] for two sources.
- Use the number that the source shows. Where sources show none, count them from 1 in the order in which they stand.
- Keep close to the words of the source; take every number, unit and name from it exactly.
- Write no list of sources at the end; it is added later.
` + prefixRule
