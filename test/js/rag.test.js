// Retrieval pipelines as the libraries build them: the chunks have to be found
// again, one by one, in the gateway's ledger.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { RunnableSequence } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import { ContextChatEngine } from '@llamaindex/core/chat-engine';
import { getResponseSynthesizer } from '@llamaindex/core/response-synthesizers';
import { BaseRetriever } from '@llamaindex/core/retriever';
import { TextNode } from '@llamaindex/core/schema';
import { OpenAI } from '@llamaindex/openai';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());

const retrieved = [
  { file: 'kiln.md', text: 'The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.' },
  { file: 'glazes.md', text: 'Copper glazes turn red where the kiln is short of air.\n\nThey are mixed on the day of the firing.' },
  { file: 'clay.md', text: 'White clay is kept in the cellar for at most 18 months.' },
];
const titled = retrieved.map(({ file, text }) => [file, text]);

const nodes = () => retrieved.map(({ file, text }) => ({ node: new TextNode({ text, metadata: { file_name: file } }), score: 0.8 }));
const llm = (model) => new OpenAI({ model, apiKey: 'sk-client', baseURL: rig.base, maxRetries: 0 });
class Shelf extends BaseRetriever {
  async _retrieve() {
    return nodes();
  }
}

const synthesize = (mode) => (model) => getResponseSynthesizer(mode, { llm: llm(model) }).synthesize({ query: p.question, nodes: nodes() });
const contextChat = (model) => new ContextChatEngine({ retriever: new Shelf(), chatModel: llm(model) }).chat({ message: p.question });
// The scripted model quotes whole paragraphs, the heads of these documents too.
const stuff = (model) => RunnableSequence.from([
  ChatPromptTemplate.fromMessages([['system', 'Answer from this context only.\n\n{context}'], ['human', '{input}']]),
  new ChatOpenAI({ model, apiKey: 'sk-client', maxRetries: 0, configuration: { baseURL: rig.base } }),
  new StringOutputParser(),
]).invoke({ input: p.question, context: retrieved.map(({ file, text }) => `Source: ${file}\nContent: ${text}`).join('\n\n') });

const pipelines = [
  ['LlamaIndex.TS: compact', 'fallback', synthesize('compact')],
  ['LlamaIndex.TS: tree_summarize', 'fallback', synthesize('tree_summarize')],
  ['LlamaIndex.TS: context chat engine', 'primary', contextChat],
  ['LangChain.js: documents with their source', 'primary', stuff, [p.lying]],
];

for (const [name, standing, ask, models = [p.honest, p.lying]] of pipelines) {
  for (const model of models) {
    const verdict = model === p.honest ? 'grounded' : 'refused';
    test(`${name}: ${verdict}`, async () => {
      await ask(model);
      const [trace] = await rig.traces(1);
      assert.equal(trace.verdict, verdict);
      assert.equal(trace.question, p.question);
      assert.deepEqual(trace.chunks.map((c) => [c.title ?? c.source_filename ?? c.source, c.text]), titled);
      assert.ok(trace.chunks.every((c) => c.standing === standing));
    });
  }
}
