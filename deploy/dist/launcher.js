#!/usr/bin/env node
// Runs the binary of this platform in the place of this process, as far as Node.js can.
'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const name = `vouchsafe-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/vouchsafe${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  console.error(`vouchsafe: the package ${name} is not installed: either there is none for this platform, or optional packages were left out`);
  process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => {}); // the keyboard reaches the child by itself, and it ends first
child.on('error', (error) => {
  console.error(`vouchsafe: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
