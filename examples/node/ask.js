// Answers a question from the documents beside this folder:
//
//   OPENAI_BASE_URL=http://127.0.0.1:8080/v1 node ask.js "How long are backups kept?"
//
// Nothing here knows of Vouchsafe but the base URL. MODEL names another model.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';

const folder = join(import.meta.dirname, '../documents');
const question = process.argv[2];
if (!question) {
  console.error('usage: node ask.js QUESTION');
  process.exit(2);
}

const documents = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8').trim() }));
const found = retrieve(documents, question, 2);

const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY ?? 'none' });
const reply = await client.chat.completions.create({
  model: process.env.MODEL ?? 'gpt-4o-mini',
  messages: [
    { role: 'system', content: `Answer from the documents.\n${found.map(tagged).join('\n')}` },
    { role: 'user', content: question },
  ],
});

console.log(reply.choices[0].message.content);
// The report is one extra member. A plain OpenAI endpoint has none.
for (const c of reply.vouchsafe?.choices[0].citations ?? []) {
  console.log(`[${c.number}] ${c.chunk_id}: ${c.sentence?.text ?? c.snippet}`);
}
console.log(`verdict: ${reply.vouchsafe?.verdict ?? 'not verified'}`);

// retrieve returns the n documents that share most words with the question. A
// real app asks its search engine here.
function retrieve(documents, question, n) {
  const words = new Set(question.toLowerCase().match(/\p{L}+/gu));
  const score = ({ text }) => (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((w) => words.has(w)).length;
  return documents.toSorted((a, b) => score(b) - score(a)).slice(0, n);
}

function tagged({ name, text }) {
  return `<document id="${name}">\n${text}\n</document>`;
}
