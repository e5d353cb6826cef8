import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

const HEAD = 15; // lines from the beginning of what a failed program wrote
const TAIL = 25; // lines from its end

/** @typedef {{ code: number | null, stdout: string, stderr: string }} Ended `code` is null if a signal ended it */
/** @typedef {Omit<import('node:child_process').SpawnOptions, 'stdio'>} Options */

/**
 * Runs a program to its end, without standard input, and returns its exit code and output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} [options]
 * @returns {Promise<Ended>}
 */
function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * Runs npm like `capture`: the npm that runs this script, if there is one.
 *
 * @param {readonly string[]} args
 * @param {Options} [options]
 */
export function captureNpm(args, options) {
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js')) return capture(process.execPath, [own, ...args], options);
  return capture('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * Runs a program and returns its standard output. If it fails, throws with its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} [options]
 */
export async function run(command, args, options) {
  return outputOf(command, await capture(command, args, options));
}

/**
 * Runs npm like `run`.
 *
 * @param {readonly string[]} args
 * @param {Options} [options]
 */
export async function npm(args, options) {
  return outputOf('npm', await captureNpm(args, options));
}

/** @param {string} command @param {Ended} ended */
function outputOf(command, { code, stdout, stderr }) {
  if (code === 0) return stdout;
  const told = shortened(stripVTControlCharacters(`${stdout}${stderr}`).trim().split('\n'));
  throw new Error(told.join('\n') || `${command} ended with ${code ?? 'a signal'}`);
}

/** Some tools name the reason first, some last. @param {string[]} lines */
function shortened(lines) {
  return lines.length <= HEAD + TAIL ? lines : [...lines.slice(0, HEAD), '…', ...lines.slice(-TAIL)];
}

/**
 * Runs a program in this terminal, passes signals on, and returns its exit code (1 if a signal ended it).
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} [options]
 * @returns {Promise<number>}
 */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => child.kill(signal));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
