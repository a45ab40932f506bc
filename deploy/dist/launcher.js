#!/usr/bin/env node
// Runs the binary of this platform in the place of this process, as far as Node.js can.
'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { setTimeout } = require('node:timers/promises');

const name = `vouchsafe-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/vouchsafe${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  console.error(`vouchsafe: the package ${name} is not installed: either there is none for this platform, or optional packages were left out`);
  process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(`vouchsafe: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));

// settle starts a process of nobody's in this group: a signal that ends it was sent to the group, as the
// keyboard's are, and has reached the binary by itself. It goes on as long as its input is open.
function settle() {
  const neighbour = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  return new Promise((ended) => neighbour.on('exit', (_, signal) => ended(signal)).on('error', ended));
}

let beside; // Windows has no signals that this process could pass on; its keyboard reaches the binary
async function pass(signal) {
  const by = await Promise.race([beside, setTimeout(500)]); // a busy machine tells late of an end
  if (by) beside = settle();
  if (by !== signal) child.kill(signal);
}
if (process.platform === 'win32') {
  process.on('SIGINT', () => {});
} else {
  beside = settle();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2']) process.on(signal, pass);
}
