package cite

const numberedShape = `The usual adult dose is 5 mg a day [2]. Children get half of it [2][3].`

const numberedRules = `- Write the answer as plain text. Put the number of the source in square brackets after every sentence that states a fact: [2], or [2][3] for two sources.
- Use the number that the source shows. Where sources show none, count them from 1 in the order in which they stand.
- Keep close to the words of the source; take every number, unit and name from it exactly.
- Write no list of sources at the end; it is added later.
` + prefixRule
