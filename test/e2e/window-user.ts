import type { ElectronApplication, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from './open-workbench.ts';

/** A person's actions in the window, and the texts they read. Every action waits until it is possible. */
export class WindowUser {
  readonly page: Page;

  /** What only Electron does: dialogs of the system, and the clipboard. */
  readonly #app: ElectronApplication;

  /** A page in a browser has no `app`, and its person uses nothing of the system. */
  constructor({ app, page }: Pick<Workbench, 'page'> & Partial<Pick<Workbench, 'app'>>) {
    this.page = page;
    this.#app = app!;
  }

  list(name: 'Scenarios' | 'Runs' | 'Traces'): Locator {
    return this.page.getByRole('list', { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name });
  }

  panel(name: string): Locator {
    return this.page.getByRole('tabpanel', { name, exact: true });
  }

  get status(): Locator {
    return this.page.getByRole('contentinfo', { name: 'Status' });
  }

  get playhead(): Locator {
    return this.page.getByRole('slider', { name: 'Playhead' });
  }

  /** Opens a scenario and waits until its source is shown. */
  async open(file: string): Promise<void> {
    await this.list('Scenarios').getByRole('button', { name: file, exact: true }).click();
    await this.page.locator(`.monaco-editor[data-uri$="/${file}"] .view-line`).first().waitFor();
  }

  /** The run that is shown, such as r1; `undefined` when none is. */
  async shownRun(): Promise<string | undefined> {
    const parts = await this.page.getByRole('list', { name: 'Breadcrumb' }).allInnerTexts();
    return /\br\d+\b/.exec(parts.join())?.[0];
  }

  /** Starts a run of the open scenario, waits until the status bar shows `outcome`, and returns the run. */
  async run(outcome: string | RegExp): Promise<string> {
    const before = await this.shownRun();
    await this.button('Run').click();
    await expect.poll(() => this.shownRun()).not.toBe(before);
    await this.reads(this.status, outcome);
    return (await this.shownRun())!;
  }

  /** Moves the playhead to an entry, by keys only. */
  async scrubTo(entry: number): Promise<void> {
    await this.playhead.focus();
    await this.page.keyboard.press('Home');
    for (let left = entry + 1; left > 0; left -= left >= 10 ? 10 : 1)
      await this.page.keyboard.press(left >= 10 ? 'Shift+ArrowRight' : 'ArrowRight');
    await this.isAt(entry);
  }

  async isAt(entry: number): Promise<void> {
    await expect.poll(() => this.playhead.getAttribute('aria-valuenow')).toBe(String(entry));
  }

  /** Replaces the whole source by pasting `text`. Other windows of the display share its clipboard, so the paste brings its own. */
  async write(text: string): Promise<void> {
    const source = this.page.getByRole('textbox', { name: 'Scenario source' });
    await source.focus();
    await this.page.keyboard.press('Control+A');
    await source.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Fills in the form for a branch from the entry at the playhead, with `value` for one of its arguments. */
  async fillInBranch(argument: string, value: string): Promise<void> {
    await this.button('Branch from here').click();
    await this.choose('Argument', argument);
    await this.page.getByLabel('Value, as JSON or plain text').fill(value);
  }

  /** Opens the combobox `name`, on the page or in `within`, and picks an option. */
  async choose(name: string, option: string, within: Locator | Page = this.page): Promise<void> {
    await within.getByRole('combobox', { name, exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Picks an option of the next run. */
  async chooseOption(name: string, option: string): Promise<void> {
    await this.button(/^Run options/).click();
    await this.choose(name, option);
    await this.page.keyboard.press('Escape');
  }

  /** Lets a new model play the next run, with a file of the workspace as its system prompt. */
  async useModel(url: string, name: string, prompt: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Agent', exact: true }).click();
    await this.page.getByRole('option', { name: /^(Add a model|Edit models)…$/ }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Models' });
    await dialog.getByRole('button', { name: 'New model' }).click();
    await dialog.getByRole('textbox', { name: 'Server' }).fill(url);
    await dialog.getByLabel('Model name').fill(name);
    await this.choose('System prompt', prompt);
    await this.button('Save and use').click();
  }

  /** Runs a branch with `value` for an argument, and waits until the status bar shows `outcome`. */
  async branch(argument: string, value: string, outcome: string): Promise<void> {
    await this.fillInBranch(argument, value);
    await this.button('Run branch').click();
    await this.reads(this.status, outcome);
  }

  /** Returns `file` whenever the system would ask for a file to save to. */
  async savesTo(file: string): Promise<void> {
    await this.#app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, file);
  }

  /** Returns `file` whenever the system would ask for a file to open. */
  async opens(file: string): Promise<void> {
    await this.#app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, file);
  }

  /** Waits until `where` contains `text`. */
  async reads(where: Locator, text: string | RegExp): Promise<void> {
    await expect.poll(() => textOf(where)).toMatch(text);
  }

  /** The whole log hash; the status bar shows only its beginning. */
  async logHash(): Promise<string> {
    const title = await this.status.locator('[title^="Log hash"]').getAttribute('title');
    return /[\da-f]{64}/.exec(title ?? '')![0];
  }

  /** The number of entries in the status bar. */
  async entries(): Promise<number> {
    const text = await this.status.innerText();
    return Number(/(?:#\d+|none) of ([\d,.\u2009\u202f ]+\d|\d+)/.exec(text)?.[1]?.replace(/\D/g, ''));
  }
}

/** The text in `where`. The editor's non-breaking spaces become ordinary ones, since a person cannot tell them apart. */
const textOf = async (where: Locator): Promise<string> => (await where.innerText()).replaceAll('\u00a0', ' ');
