// What the suites ask, and the one sentence of the sources that answers it.
export const sources = `Answer from the documents below.

<document id="kiln-4" title="Kiln handbook" url="https://pottery.example/kiln">
The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.
</document>
<document id="clay-2" title="Clay store">
White clay is kept in the cellar for at most 18 months.
</document>`;

export const question = 'How many degrees does the large kiln reach?';
export const fact = 'The large kiln reaches 1240 degrees after seven hours.';

export const nextQuestion = 'For how many months is white clay kept?';
export const nextFact = 'White clay is kept in the cellar for at most 18 months.';

export const refusal = "I can't answer that from the provided sources.";

export const messages = [
  { role: 'system', content: sources },
  { role: 'user', content: question },
];

// What the model does is told by its name; see internal/upstreamtest.
export const honest = 'extractive';
export const lying = 'extractive:invent-all';
export const correctable = 'extractive:number-once';
export const calling = 'extractive:call-tool';
