// Starts a gateway between a test and a scripted upstream, both on free ports.
//
// The binaries are named by VOUCHSAFE_BIN and SCRIPTED_UPSTREAM_BIN; one that
// is not named is built from this checkout.
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../../..');

// start takes further members of the configuration's admin, apps, guards and ledger
// sections, as YAML.
export async function start(more = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'vouchsafe-js-'));
  const upstream = await model(dir);
  const gateway = await startGateway(dir, upstream.base, more).catch((err) => {
    upstream.stop();
    throw err;
  });
  let handedOut = 0;
  return {
    // traces waits for the next n records of the ledger, oldest first.
    async traces(n) {
      let lines = [];
      await until(`${n} traces`, () => {
        lines = records(dir).slice(handedOut);
        return lines.length >= n;
      });
      handedOut += n;
      return lines.slice(0, n);
    },
    base: `${gateway.url}/v1`,
    direct: upstream.base, // the upstream itself, without a gateway
    url: gateway.url,
    admin: gateway.admin,
    async requests() {
      return (await fetch(new URL('/_requests', upstream.base))).json();
    },
    async forget() {
      await fetch(new URL('/_requests', upstream.base), { method: 'DELETE' });
    },
    async stop() {
      await gateway.stop();
      upstream.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

// records are the finished traces of the ledger; lines that sign it are none.
function records(dir) {
  const path = join(dir, 'trace.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.split('\n').slice(0, -1).map((line) => JSON.parse(line)).filter((line) => !line.record);
}

function binary(variable, pkg, dir) {
  if (process.env[variable]) return resolve(process.env[variable]);
  const out = join(dir, pkg.split('/').at(-1));
  execFileSync('go', ['build', '-o', out, pkg], { cwd: root, stdio: 'inherit' });
  return out;
}

// model starts the scripted upstream.
export async function model(dir) {
  const bin = binary('SCRIPTED_UPSTREAM_BIN', './internal/upstreamtest/cmd/scripted-upstream', dir);
  const child = spawn(bin, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [base] = await once(createInterface(child.stdout), 'line');
  return { base, stop: () => child.stdin.end() };
}

// program is the gateway's binary.
export const program = (dir) => binary('VOUCHSAFE_BIN', './cmd/vouchsafe', dir);

async function startGateway(dir, base, more) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const config = join(dir, 'vouchsafe.yaml');
  writeFileSync(config, configuration(dir, base, port, adminPort, more));
  const log = join(dir, 'gateway.log');
  const child = spawn(program(dir), ['serve', '-c', config], {
    cwd: dir, // whatever it stores beside the log goes with the directory
    stdio: ['ignore', 'ignore', openSync(log, 'w')],
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = once(child, 'exit');
  for (let tries = 0; !(await ready(url)); tries++) {
    if (tries > 2400 || child.exitCode !== null || child.signalCode !== null) { // a minute, for a busy machine
      child.kill();
      throw new Error(`the gateway does not come up:\n${readFileSync(log, 'utf8')}`);
    }
    await sleep(25);
  }
  return {
    url,
    admin: `http://127.0.0.1:${adminPort}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

// dialect is the one in which models are asked to cite.
export const dialect = process.env.VOUCHSAFE_TEST_DIALECT || 'auto';

const configuration = (dir, base, port, adminPort, { admin = '', apps = '', guards = '', ledger = '' }) => `
listen: 127.0.0.1:${port}
admin: {listen: "127.0.0.1:${adminPort}"${admin && `, ${admin}`}}
upstreams:
  scripted: {base_url: "${base}"}
  hasty: {base_url: "${base}", timeouts: {first_byte: 300ms, idle: 300ms}}
  dead: {base_url: "http://127.0.0.1:9/v1", fallbacks: [backup]}
  backup: {base_url: "${base}", api_key: sk-backup, models: {house: extractive}}
apps:
  default: {upstream: scripted, policy: tested}
  strict: {upstream: scripted, policy: strictly, path_prefix: /strict}
  hasty: {upstream: hasty, policy: tested, path_prefix: /hasty}
  watched: {upstream: scripted, policy: observe, path_prefix: /watched}
  agents: {upstream: scripted, policy: agents, path_prefix: /agents}
  rescued: {upstream: dead, policy: tested, path_prefix: /rescued}
  ${apps}
guards:
  ${guards}
policies:
  tested: {extends: balanced, citations: {dialect: ${dialect}}}
  strictly: {extends: strict, citations: {dialect: ${dialect}}}
  agents: {extends: tested, answer_tools: [final_answer, extract]}
ledger:
  jsonl: {path: "${dir}/trace.jsonl"}
  ${ledger}
`;

async function ready(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

// until waits for a condition that another process brings about.
export async function until(what, condition, most = 400) {
  for (let tries = 0; tries < most; tries++) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error(`never happened: ${what}`);
}
