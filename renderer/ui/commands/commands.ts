import { chordOf, keepsKey, keymapOf, type Remapped } from './keys.ts';
import { type CommandName, commandOf } from './registry.ts';

/** How a command is carried out by the part of the window that has what it needs. */
interface Bound {
  /** `chord` is the key it was given by, if it was a key. */
  readonly run: (chord?: string) => void;
  readonly can: boolean;
}

/** The commands that can be given as the window stands. */
export class Commands {
  readonly #bound = new Map<CommandName, Bound>();
  #keymap = keymapOf({});

  /** Has `bound` carry out the command until the returned function is called. */
  bind(name: CommandName, bound: Bound): () => void {
    this.#bound.set(name, bound);
    return () => {
      if (this.#bound.get(name) === bound) this.#bound.delete(name);
    };
  }

  can(name: CommandName): boolean {
    return this.#bound.get(name)?.can === true;
  }

  /** Carries out the command, where it can be. */
  run(name: CommandName, chord?: string): void {
    if (this.can(name)) this.#bound.get(name)!.run(chord);
  }

  remap(remapped: Remapped): void {
    this.#keymap = keymapOf(remapped);
  }

  /** Gives the commands whose keys are pressed on `page`, until the returned function is called. */
  listen(page: Window): () => void {
    const onKey = (event: KeyboardEvent): void => {
      const chord = chordOf(event);
      const name = this.#keymap.get(chord);
      if (event.defaultPrevented || name === undefined || !this.can(name)) return;
      const early = event.eventPhase === Event.CAPTURING_PHASE;
      if (early !== (commandOf(name).everywhere === true) || (!early && keepsKey(event.target, event)))
        return;
      // A dialog has the keys to itself.
      if (event.target instanceof Element && event.target.closest('[role=dialog]') !== null) return;
      event.preventDefault();
      if (early) event.stopPropagation();
      this.run(name, chord);
    };
    page.addEventListener('keydown', onKey);
    // Before the editor, which has meanings of its own for some.
    page.addEventListener('keydown', onKey, true);
    return () => {
      page.removeEventListener('keydown', onKey);
      page.removeEventListener('keydown', onKey, true);
    };
  }
}
