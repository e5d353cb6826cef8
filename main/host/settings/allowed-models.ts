import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { modelAddress } from '../../../engine/model/index.ts';
import { remoteHost, ProblemError } from '../system/index.ts';
import { readSetting, writeSetting } from './settings.ts';

const known = z.object({ hosts: z.array(z.string()).catch([]), files: z.array(z.string()).catch([]) });

/**
 * The models that the person allowed: on other machines, because no data leaves this one without permission, and in files outside
 * of the workspace.
 */
export class AllowedModels {
  readonly #file: string;
  readonly #confirm: (host: string) => Promise<boolean>;

  /** @param confirm asks the person about another machine */
  constructor(file: string, confirm: (host: string) => Promise<boolean>) {
    this.#file = file;
    this.#confirm = confirm;
  }

  /**
   * Requires permission for the model at `url`.
   * @throws {ProblemError} when the model is on another machine, or in a file elsewhere, and the person does not allow it.
   */
  async require(url: string): Promise<void> {
    if (modelAddress(url)?.isFile === true) this.#requireFile(url);
    const host = remoteHost(url);
    if (host === undefined || this.#known.hosts.includes(host)) return;
    if (!(await this.#confirm(host)))
      throw new ProblemError('host-not-allowed', `The model is on ${host}, which you have not allowed.`);
    const { hosts, files } = this.#known;
    await writeSetting(this.#file, { hosts: [...new Set([...hosts, host])], files });
  }

  /** Allows a model file that the person has chosen. */
  async allowFile(path: string): Promise<void> {
    const { hosts, files } = this.#known;
    await writeSetting(this.#file, { hosts, files: [...new Set([...files, path])] });
  }

  #requireFile(path: string): void {
    const isWithin = !isAbsolute(path) && !path.split(/[\\/]/).includes('..');
    if (!isWithin && !this.#known.files.includes(path))
      throw new ProblemError(
        'file-not-allowed',
        `The model is in ${path}, outside of the workspace. Choose the file under Agent, Edit models.`,
      );
  }

  get #known(): z.output<typeof known> {
    return known.parse(readSetting(this.#file));
  }
}
