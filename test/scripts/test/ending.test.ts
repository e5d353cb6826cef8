import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchForEnd } from '../../../scripts/test/ending.mjs';

describe('watchForEnd()', () => {
  it('reports no request to end while there is no signal', () => {
    expect(watchForEnd(new EventEmitter())).toMatchObject({ asked: false, exitCode: 0 });
  });

  it('returns the exit code of the first signal', () => {
    const program = new EventEmitter();
    const end = watchForEnd(program);

    program.emit('SIGINT');
    program.emit('SIGTERM');

    expect(end).toMatchObject({ asked: true, exitCode: 130 });
  });
});
