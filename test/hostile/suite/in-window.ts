import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { ask } from '../../e2e/call-main.ts';
import { WindowUser } from '../../e2e/window-user.ts';
import { openWorkbench, type Workbench } from '../../e2e/open-workbench.ts';
import { type HostileCase, put } from './cases.ts';
import { places } from './places.ts';
import { processorTime, RAW } from './terminal.ts';

/** How the real window dealt with a case. */
export interface WindowOutcome {
  readonly one: HostileCase;
  readonly fault: string | undefined;
  /** What a person reads when it is over. */
  readonly shown: string;
  readonly seconds: number;
  /** From a click on Stop until the status bar says that the run is over, in milliseconds; `undefined` where nobody stopped it. */
  readonly stopped: number | undefined;
  /** The longest time in which the window answered nothing, in milliseconds. */
  readonly silence: number;
  /** The most processor time of the main process in which it answered nothing, in milliseconds: a busy machine adds none. */
  readonly work: number;
}

/** A person stops a run that is not over by then. */
const STOPPED_AFTER = 3_000; // milliseconds
/** The window has said something by then. */
const WAIT_TIMEOUT = 60_000; // milliseconds
const STOP_MILLISECONDS = 1_000;
/** A call of scenario code may take a second of processor time. */
const MAX_WORK = 1_500; // milliseconds

const PLANNING = 'The scenario is still being planned.';

const SOUND = 'sound.ts';

type Way = 'scenario' | 'file' | 'probe' | 'breakpoint';

const wayOf = ({ kind, args }: HostileCase): Way => {
  if (kind === 'breakpoint') return 'breakpoint';
  if (args[0] === 'import') return 'file';
  return args[0] === 'probe' ? 'probe' : 'scenario';
};

/** The files of a case under names that no other case has, and what the window calls them. */
interface Placed {
  readonly files: Readonly<Record<string, string>>;
  readonly scenario: string;
  readonly agent: string | undefined;
  readonly file: string;
}

function placed({ files }: HostileCase, nth: number): Placed {
  const renamed = Object.entries(files).map(([path, text]) => {
    if (path.startsWith('agents/'))
      return [
        `agents/agent-${nth}.mjs`,
        `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${text}`,
      ];
    if (path === 'hostile.json') return [`traces/file-${nth}.json`, text];
    const name = path.replace('hostile', `case-${nth}`).replace('neighbour', `neighbour-${nth}`);
    return [name, text.replaceAll('./neighbour.ts', `./neighbour-${nth}.ts`)];
  });
  return {
    files: Object.fromEntries(renamed) as Record<string, string>,
    scenario: `case-${nth}.ts`,
    agent: 'agents/hostile.cjs' in files ? `agents/agent-${nth}.mjs` : undefined,
    file: `file-${nth}.json`,
  };
}

/**
 * Tries `cases` one after the other in the real window, as a person would: opens the scenario, runs it, stops it, reads what is
 * said. A picture of each end goes to `pictures`. A window that died is opened again.
 */
export async function runInWindow(
  cases: readonly HostileCase[],
  { pictures, tell }: { readonly pictures?: string; readonly tell?: (outcome: WindowOutcome) => void },
): Promise<readonly WindowOutcome[]> {
  const outcomes: WindowOutcome[] = [];
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  let window: HostileWindow | undefined;
  try {
    for (const [nth, one] of cases.entries()) {
      window ??= await HostileWindow.open();
      const outcome = await window.tries(one, nth);
      if (window.died === undefined && pictures !== undefined)
        await window.picture(join(pictures, `${String(nth).padStart(2, '0')}.png`)).catch(() => undefined);
      outcomes.push(outcome);
      tell?.(outcome);
      if (/^(?:hang|death)/.test(outcome.fault ?? '')) {
        await window.end();
        window = undefined;
      } else await window.tidy();
    }
  } finally {
    await window?.end();
  }
  return outcomes;
}

class HostileWindow {
  readonly #bench: Workbench;
  readonly #user: WindowUser;
  /** Why the window is gone. */
  died: string | undefined;
  #files: readonly string[] = [];

  private constructor(bench: Workbench) {
    this.#bench = bench;
    this.#user = new WindowUser(bench);
    bench.app
      .process()
      .once('exit', (code) => (this.died ??= `the program ended with code ${code ?? 'none'}`));
    bench.page.once('crash', () => (this.died ??= 'the page crashed'));
  }

  static async open(): Promise<HostileWindow> {
    const sound = places['events()']!.files('')['scenarios/hostile.ts']!;
    const window = new HostileWindow(await openWorkbench({ [`scenarios/${SOUND}`]: sound }));
    await window.#user.open(SOUND);
    await window.#user.run('Not judged');
    return window;
  }

  async end(): Promise<void> {
    const program = this.#bench.app.process();
    await Promise.race([this.#bench[Symbol.asyncDispose](), sleep(20_000)]).catch(() => undefined);
    if (program.exitCode === null && program.signalCode === null) program.kill('SIGKILL');
  }

  async picture(file: string): Promise<void> {
    // As it looks when notices have come to rest.
    await this.#bench.page.screenshot({ path: file, timeout: 5_000, animations: 'disabled' });
  }

  async tries(one: HostileCase, nth: number): Promise<WindowOutcome> {
    const began = performance.now();
    const files = placed(one, nth);
    put(this.#bench.folder, files.files);
    this.#files = Object.keys(files.files);
    const errorsBefore = this.#bench.errors.length;
    const watch = this.#watchSilence();
    let stopped: number | undefined;
    let fault: string | undefined;
    let shown = '';
    try {
      await Promise.race([
        this.#do(one, files).then((after) => (stopped = after)),
        this.#gone(),
        sleep(3 * WAIT_TIMEOUT).then(() => {
          throw new Error('hang: the window was stuck');
        }),
      ]);
      shown = await this.#read();
    } catch (thrown) {
      fault = `hang: ${thrown instanceof Error ? thrown.message.split('\n')[0]! : String(thrown)}`;
    }
    const { silence, work } = watch.end();
    const seconds = (performance.now() - began) / 1000;
    const page = this.#bench.errors.slice(errorsBefore);
    if (this.died !== undefined) fault = `death: ${this.died}`;
    else if (fault === undefined && RAW.test(shown)) fault = 'raw stack';
    else if (page.length > 0) fault ??= `page: ${page[0]!}`;
    else if (stopped !== undefined && stopped > STOP_MILLISECONDS)
      fault ??= `late: Stop answered after ${stopped.toFixed(0)} ms`;
    else if (work > MAX_WORK) fault ??= `late: no answer in ${work.toFixed(0)} ms of work`;
    return { one, fault, shown, seconds, stopped, silence, work };
  }

  /** Leaves nothing of the case behind. */
  async tidy(): Promise<void> {
    for (const path of this.#files) rmSync(join(this.#bench.folder, path), { force: true });
    const { page } = this.#bench;
    for (let left = 20; left > 0 && (await this.#user.button('Dismiss').count()) > 0; left--)
      await this.#user
        .button('Dismiss')
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined);
    await page.keyboard.press('Escape');
  }

  async #gone(): Promise<never> {
    for (;;) {
      if (this.died !== undefined) throw new Error(this.died);
      await sleep(100);
    }
  }

  /** Does what the case is about. Returns how long Stop took, if it was needed. */
  async #do(one: HostileCase, files: Placed): Promise<number | undefined> {
    switch (wayOf(one)) {
      case 'scenario':
        return this.#run(one, files);
      case 'file':
        await this.#import(files.file);
        return undefined;
      case 'probe':
        await this.#probe(one.args.at(-1)!);
        return undefined;
      case 'breakpoint':
        return this.#pauseAt(one.args.at(-1)!);
    }
  }

  async #run(one: HostileCase, { scenario, agent }: Placed): Promise<number | undefined> {
    const { page } = this.#bench;
    await this.#user.open(scenario);
    if (agent !== undefined) await this.#user.choose('Agent', agent);
    // Code that nothing in its process can stop is for a process of its own; the program itself does so after a crash.
    if (one.uninterruptible === true || one.kind === 'scenario: deadly')
      await ask(page, 'scenario.isolate', { path: `scenarios/${scenario}`, isolated: true });
    return this.#start();
  }

  /** Presses Run, and Stop when it is not over in time. */
  async #start(): Promise<number | undefined> {
    const before = await this.#runs();
    const answered = await this.#startFrom(before.length);
    // What the window does after a start is part of the case.
    await expect.poll(() => this.#main.isEnabled(), { timeout: WAIT_TIMEOUT }).toBe(true);
    return answered;
  }

  get #main(): Locator {
    return this.#user.button(/^(?:Run|Restart)$/).first();
  }

  async #startFrom(before: number): Promise<number | undefined> {
    await this.#main.click();
    const began = performance.now();
    for (;;) {
      const runs = await this.#runs();
      if (runs.length > before && !ACTIVE.has(runs[0]!.state)) {
        await this.#isShownAsOver(performance.now());
        return undefined;
      }
      if (runs.length === before && (await this.#isRefused())) return undefined;
      const waited = performance.now() - began;
      if (waited > WAIT_TIMEOUT) throw new Error('neither a run nor a message');
      if (waited > STOPPED_AFTER && runs.length > before) break;
      if (waited > STOPPED_AFTER && (await this.#notices()).includes(PLANNING)) return this.#cancel();
      await sleep(50);
    }
    const stop = this.#user.button('Stop');
    const asked = performance.now();
    // A run that ended by itself in this moment cannot be stopped.
    let isPressed = false;
    while (!isPressed && ACTIVE.has((await this.#runs())[0]!.state))
      isPressed = await stop.click({ timeout: 500 }).then(
        () => true,
        () => false,
      );
    await this.#isShownAsOver(asked);
    return isPressed ? performance.now() - asked : undefined;
  }

  /** Presses Cancel while a scenario is planned. Returns how long that took, if it did not end by itself in this moment. */
  async #cancel(): Promise<number | undefined> {
    const asked = performance.now();
    let isPressed = false;
    while (!isPressed && (await this.#notices()).includes(PLANNING))
      isPressed = await this.#user
        .button('Cancel')
        .click({ timeout: 500 })
        .then(
          () => true,
          () => false,
        );
    await expect.poll(() => this.#main.isEnabled(), { timeout: 20_000, interval: 20 }).toBe(true);
    return isPressed ? performance.now() - asked : undefined;
  }

  async #isShownAsOver(since: number): Promise<void> {
    while (/Running|Paused|Queued/.test(await this.#user.status.innerText())) {
      if (performance.now() - since > 20_000) throw new Error('it is still shown as running');
      await sleep(20);
    }
  }

  async #runs(): Promise<readonly { readonly state: string }[]> {
    return (await ask(this.#bench.page, 'workspace.read', {})).runs;
  }

  async #isRefused(): Promise<boolean> {
    return (
      /did not start/.test(await this.#user.status.innerText()) ||
      !['', PLANNING].includes(await this.#toldOf())
    );
  }

  /** The notices without their buttons. */
  async #toldOf(): Promise<string> {
    return (await this.#notices()).replace(/\s*Cancel\s*$/, '').trim();
  }

  async #notices(): Promise<string> {
    return this.#bench.page.getByRole('status', { name: 'Notices' }).innerText();
  }

  async #import(file: string): Promise<void> {
    const before = await this.#runs();
    await this.#user.button(`Import ${file}`).click();
    const began = performance.now();
    for (;;) {
      if ((await this.#runs()).length > before.length) return;
      if ((await this.#user.button('Dismiss').count()) > 0) return;
      if (performance.now() - began > WAIT_TIMEOUT) throw new Error('neither a run nor a message');
      await sleep(50);
    }
  }

  async #probe(expression: string): Promise<void> {
    const { page } = this.#bench;
    await this.#openSound();
    await this.#user.tab('Probes').click();
    const panel = this.#user.panel('Probes');
    const before = await panel.innerText();
    await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
    await page.keyboard.press('Enter');
    const began = performance.now();
    for (;;) {
      const text = await panel.innerText();
      if (text !== before && !/Evaluating|…\s*$/.test(text)) return;
      if (performance.now() - began > WAIT_TIMEOUT) throw new Error('the probe said nothing');
      await sleep(50);
    }
  }

  async #pauseAt(expression: string): Promise<number | undefined> {
    const { page } = this.#bench;
    await this.#user.open(SOUND);
    await this.#user.tab(/^Breakpoints/).click();
    await this.#user.choose('Pause on', 'Probe');
    await page.getByRole('combobox', { name: 'expression' }).fill(expression);
    await this.#user.choose('When the probe', 'becomes true');
    await this.#user.button('Add breakpoint').press('Enter');
    await sleep(500);
    const answer = await this.#start();
    for (let left = 20; left > 0 && (await this.#user.button(/^Delete breakpoint/).count()) > 0; left--)
      await this.#user
        .button(/^Delete breakpoint/)
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined);
    return answer;
  }

  async #openSound(): Promise<void> {
    await this.#user.open(SOUND);
    await this.#start();
  }

  /** What a person reads of it. */
  async #read(): Promise<string> {
    const { page } = this.#bench;
    return (await page.locator('body').innerText()).replaceAll('\u00a0', ' ');
  }

  /** Measures how long main and the page do not answer. */
  #watchSilence(): { readonly end: () => Pick<WindowOutcome, 'silence' | 'work'> } {
    const { page, app } = this.#bench;
    const main = app.process().pid!;
    let silence = 0;
    let work = 0;
    let over = false;
    const watch = async (): Promise<void> => {
      while (!over && this.died === undefined) {
        const asked = performance.now();
        const before = processorTime(main, false);
        const note = (): void => {
          silence = Math.max(silence, performance.now() - asked);
          // 0 where its time could not be read.
          if (before > 0) work = Math.max(work, (processorTime(main, false) - before) * 1_000);
        };
        const noting = setInterval(note, 100);
        await Promise.allSettled([page.evaluate(() => 0), app.evaluate(() => 0)]);
        clearInterval(noting);
        note();
        await sleep(50);
      }
    };
    void watch();
    return {
      end: () => {
        over = true;
        return { silence, work };
      },
    };
  }
}

const ACTIVE = new Set(['queued', 'running', 'paused']);
