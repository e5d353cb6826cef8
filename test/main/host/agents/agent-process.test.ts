import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentProcess, programIn } from '../../../../main/host/agents/agent-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { programThat } from '../workers/worker-program.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../../../main/host/agents/agent-process.ts');

const never = new AbortController().signal;

/** A Node process that runs `code`; `say` writes a line, `each` receives each line of input. */
function agentOf(code: string, patience = 20_000): AgentProcess {
  const prelude = `const say = console.log; const each = (f) =>
    require('readline').createInterface({ input: process.stdin }).on('line', f);`;
  const agent = new AgentProcess(
    `"${process.execPath}" -e "${(prelude + code).replaceAll('"', '\\"')}"`,
    patience,
  );
  onTestFinished(() => agent.end());
  return agent;
}

describe('programIn()', () => {
  it.skipIf(process.platform === 'win32')('is what a shell makes of a plain command', () => {
    const piece = fc.constantFrom(
      ...[
        'node',
        'a.mjs',
        '--x=1',
        'A=1',
        "'two words'",
        '"two words"',
        '""',
        '"$HOME"',
        '\\ ',
        '|',
        '#',
        '*',
      ],
      ...[
        ' ',
        '  ',
        '\t',
        '~',
        '\'it is "so"\'',
        '"it\'s"',
        'é',
        '&',
        ';',
        '(',
        '`',
        '{a,b}',
        '"\\n"',
        "'$x'",
        '!',
      ],
    );
    let plain = 0;
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (pieces) => {
        const command = `node ${pieces.join('')}`;
        const words = programIn(command);
        if (words === undefined) return;
        plain += 1;
        const shell = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
        expect(words).toEqual(shell.split('\n').slice(0, -1));
      }),
      { numRuns: 300 },
    );
    expect(plain).toBeGreaterThan(20);
  });

  it.each([
    'A=1 node a.mjs',
    'exec node a.mjs',
    'cd agents',
    'node a.mjs | tee log',
    '$NODE a.mjs',
    ' ',
    '~/a',
  ])('is none where the command needs a shell: %s', (command) => {
    expect(programIn(command)).toBeUndefined();
  });
});

describe('AgentProcess', () => {
  it('reads one answer per line and skips empty lines', async () => {
    const agent = agentOf(`each((line) => say('\\n' + line.toUpperCase()))`);

    agent.tell('soup');
    expect(await agent.answer(never)).toBe('SOUP');
    agent.tell('roast');
    expect(await agent.answer(never)).toBe('ROAST');
    expect(agent.answered).toBe(4);
  });

  it('rejects with the exit code when the process exits before it answers', async () => {
    const agent = agentOf('process.exit(3)');
    agent.tell('soup');

    await expect(agent.answer(never)).rejects.toThrow(/^The agent exited with code 3 before it answered\.$/);
  });

  it('rejects when the process does not answer within the time limit', async () => {
    const agent = agentOf('each(() => undefined)', 50);

    await expect(agent.answer(never)).rejects.toThrow(/^The agent did not answer within 0\.05 s\.$/);
  });

  it('rejects an answer longer than 1,000,000 characters', async () => {
    const agent = agentOf(`const more = () => process.stdout.write('x'.repeat(1e6), more); more()`);

    await expect(agent.answer(never)).rejects.toThrow(
      'agent, line 1: An answer is at most 1,000,000 characters long.',
    );
  });

  it('rejects when more than 1,000 empty lines come before the answer', async () => {
    const agent = agentOf(`const more = () => process.stdout.write('\\n'.repeat(65536), more); more()`);

    await expect(agent.answer(never)).rejects.toThrow(
      'agent, line 1001: More than 1,000 empty lines came before the answer.',
    );
  });

  it.skipIf(process.platform === 'win32')(
    'ends the agent’s process when the parent process is killed',
    async () => {
      const server = createServer().listen(0);
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const code = `require('net').connect(${port}); setInterval(() => undefined, 1000)`;
      const contents = `
      import { AgentProcess } from ${JSON.stringify(SOURCE)};
      const agent = new AgentProcess(process.argv[2], 20_000);
      await agent.answer(new AbortController().signal);`;
      const outfile = path.join(temporaryFolder({}), 'parent.mjs');
      const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const;
      await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' });
      const parent = spawn(process.execPath, [outfile, `"${process.execPath}" -e "${code}"`]);
      const [left] = (await once(server, 'connection')) as [Socket];
      onTestFinished(() => void left.destroy());
      const ended = once(left.resume(), 'close');

      parent.kill('SIGKILL');

      await ended;
    },
  );

  it('rejects when the process answers ahead and does not read what it is told', async () => {
    const agent = agentOf("say('soup'); setInterval(() => undefined, 1000);", 500);
    agent.tell('x'.repeat(2 ** 27));

    await expect(agent.answer(never)).rejects.toThrow(
      /^The agent did not read what it was told within 0\.5 s\.$/,
    );
  });

  it('stops waiting for the answer when the run is interrupted', async () => {
    const quitting = new AbortController();
    const answer = agentOf('each(() => undefined)').answer(quitting.signal);

    quitting.abort('It was interrupted.');

    await expect(answer).rejects.toBe('It was interrupted.');
  });

  it('passes all stderr text of the process to the listener', async () => {
    const heard: string[] = [];
    const code = "process.stderr.write('no GPU', () => process.exit(3))";
    const agent = new AgentProcess(`"${process.execPath}" -e "${code}"`, 20_000, undefined, (text) => {
      heard.push(text);
    });
    await expect(agent.answer(never)).rejects.toThrow('exited with code 3');

    await agent.end();

    expect(heard.join('')).toBe('no GPU');
  });

  it('reads no more of the stderr text than the listener takes', async () => {
    let take!: () => void;
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    const code = `process.stderr.write('x'.repeat(2 ** 23), () => console.log('flushed'));
      require('readline').createInterface({ input: process.stdin }).on('line', console.log);`;
    const agent = new AgentProcess(
      `"${process.execPath}" -e "${code.replaceAll('"', '\\"')}"`,
      20_000,
      undefined,
      () => taken,
    );
    onTestFinished(() => agent.end());
    // Long enough to read all of it, if it was read.
    for (let round = 0; round < 50; round++) {
      agent.tell('soup');
      expect(await agent.answer(never)).toBe('soup');
    }

    take();

    expect(await agent.answer(never)).toBe('flushed');
  });

  it('reads the stderr text of a stopped run’s process when the process has ended', async () => {
    let isEnding = false;
    const heard: string[] = [];
    const code = `(function more() { process.stderr.write('x'.repeat(65536), more); })(); console.log('here')`;
    const agent = new AgentProcess(
      `"${process.execPath}" -e "${code.replaceAll('"', '\\"')}"`,
      20_000,
      undefined,
      (text) => {
        if (isEnding) heard.push(text);
      },
    );
    await agent.answer(never);
    isEnding = true;

    await agent.end(AbortSignal.abort());

    // What its pipe, our stream and the piece that was being heard hold.
    expect(heard.join('').length).toBeLessThan(500_000);
  });

  it('waits shorter for a process to end once the run is stopped, also while it waits', async () => {
    const agent = agentOf("say('here'); setInterval(() => {}, 1000)");
    await agent.answer(never);
    const stopping = new AbortController();
    const ended = agent.end(stopping.signal).then(() => 'ended');
    const patience = once(AbortSignal.timeout(1_500), 'abort').then(() => 'still waits');

    stopping.abort();

    expect(await Promise.race([ended, patience])).toBe('ended');
  });

  it.skipIf(process.platform === 'win32')(
    'ends the processes that the agent’s shell has started',
    async () => {
      const server = createServer().listen(0);
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const agent = new AgentProcess(
        `"${process.execPath}" -e "require('net').connect(${port})" & exit 0`,
        20_000,
      );
      const [left] = (await once(server, 'connection')) as [Socket];
      onTestFinished(() => void left.destroy());
      const ended = once(left.resume(), 'close');

      await agent.end();

      await ended;
    },
  );

  describe.runIf(process.platform === 'linux')('a daemon that the agent starts', () => {
    /** Ways of leaving the process group and the parent, for a program that connects to a port. */
    const ways: Readonly<Record<string, (program: string) => string>> = {
      'in a session of its own': (program) => `setsid ${program} & exit 0`,
      'by two forks': (program) => `(setsid sh -c '${program} &' &) ; sleep 60`,
      'by programs that start others again and again': (program) =>
        `setsid sh -c 'while true; do setsid ${program} & sleep 0.02; done' & exit 0`,
      'without a folder and streams': (program) => `(cd / && setsid ${program} </dev/null >/dev/null 2>&1 &)`,
    };

    /** A program that connects to this process until it ends, and the open connections. */
    async function daemons() {
      const server = createServer().listen(0);
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const open = new Set<Socket>();
      server.on('connection', (socket) => {
        open.add(socket);
        socket.on('error', () => undefined).on('close', () => open.delete(socket));
        socket.resume();
      });
      const program = temporaryFolder({
        'daemon.cjs': `require('net').connect(${(server.address() as AddressInfo).port})`,
      });
      return { program: `"${process.execPath}" ${path.join(program, 'daemon.cjs')}`, open };
    }

    it.each(Object.entries(ways))('%s ends with it', async (_, way) => {
      const { program, open } = await daemons();
      const agent = new AgentProcess(way(program), 20_000);
      await expect.poll(() => open.size).toBeGreaterThan(0);

      await agent.end();

      await expect.poll(() => open.size).toBe(0);
    });

    it.each(Object.entries(ways))(
      '%s ends with the process that started the agent, when it is killed',
      async (_, way) => {
        const { program, open } = await daemons();
        const parent = fork(await starter(), [way(program)]);
        onTestFinished(() => void parent.kill('SIGKILL'));
        await expect.poll(() => open.size).toBeGreaterThan(0);

        parent.kill('SIGKILL');

        await expect.poll(() => open.size).toBe(0);
      },
    );
  });
});

/** Starts the agent that it is given, and waits. */
const starter = programThat(`
  import { AgentProcess } from './main/host/agents/agent-process.ts';

  new AgentProcess(process.argv[2], 20_000);
  setInterval(() => undefined, 1_000);
`);
