import { OrreryError } from '../engine/index.ts';

/** What was refused in a process of its own, for what was said there. */
export class Refused extends OrreryError {
  override readonly name = 'Refused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
