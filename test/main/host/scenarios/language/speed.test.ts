import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { PRELUDE } from '../../../../../main/host/scenarios/realm-prelude.ts';

/** Makes a realm and tells what V8 knows of lists then: in a thread, because other tests change that for their whole process. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { setFlagsFromString } = require('node:v8');
const vm = require('node:vm');
const context = vm.createContext({ __proto__: null });
const nothing = () => undefined;
const host = new Proxy({}, { get: () => nothing });
const limits = { time: 1_000, rounds: 1_000 };
const settings = { running: limits, planning: limits, frames: 30, near: 4, script: 's', program: 'p', endless: 'e' };
vm.runInContext(workerData, context)(host, settings);
setFlagsFromString('--allow-natives-syntax');
const isIntact = (name) => vm.runInThisContext('%' + name + 'Protector()');
// V8 compiles this again and again where the prototypes are frozen in its short way.
const grow = vm.runInContext('(function grow(list, item) { return [...list, item]; })', context);
const grown = vm.runInContext('(grow) => { for (let n = 0; n < 50; n++) grow([1, 2].slice(n % 3), n); }', context);
vm.runInContext('(grow) => %PrepareFunctionForOptimization(grow)', context)(grow);
grown(grow);
vm.runInContext('(grow) => %OptimizeFunctionOnNextCall(grow)', context)(grow);
grown(grow);
const isOptimized = (vm.runInContext('(grow) => %GetOptimizationStatus(grow)', context)(grow) & 16) > 0;
parentPort.postMessage({ filter: isIntact('ArraySpecies'), spread: isIntact('ArrayIterator'), isOptimized });
`;

it('leaves V8 its short ways for lists', async () => {
  const worker = new Worker(THREAD, { eval: true, workerData: PRELUDE });
  const [found] = (await once(worker, 'message')) as unknown[];
  expect(found).toEqual({ filter: true, spread: true, isOptimized: true });
});
