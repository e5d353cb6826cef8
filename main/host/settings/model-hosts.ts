import * as z from 'zod';
import { foreignHost, ProblemError } from '../system/index.ts';
import { readSetting, writeSetting } from './settings.ts';

const known = z.object({ hosts: z.array(z.string()).catch([]) });

/** The other machines that models may be asked on: nothing leaves this one unless the person names where it may go. */
export class ModelHosts {
  readonly #file: string;
  readonly #confirm: (host: string) => Promise<boolean>;

  /** `confirm` asks the person. */
  constructor(file: string, confirm: (host: string) => Promise<boolean>) {
    this.#file = file;
    this.#confirm = confirm;
  }

  /** @throws {ProblemError} when the server is on another machine that the person does not allow. */
  async require(url: string): Promise<void> {
    const host = foreignHost(url);
    if (host === undefined || this.#hosts.includes(host)) return;
    if (!(await this.#confirm(host)))
      throw new ProblemError('host-not-allowed', `The model is on ${host}, which you have not allowed.`);
    await writeSetting(this.#file, { hosts: [...new Set([...this.#hosts, host])] });
  }

  get #hosts(): readonly string[] {
    return known.parse(readSetting(this.#file)).hosts;
  }
}
