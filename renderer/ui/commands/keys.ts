import { group } from 'd3';
import { COMMAND_NAMES, type CommandName, commandOf } from './registry.ts';

/** The part of a `KeyboardEvent` that names its key. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Keys that the person has set, by command; the registry's where there are none. */
export type Remapped = Readonly<Partial<Record<CommandName, readonly string[]>>>;

/** `Ctrl+S`, `Shift+F5`, `Space`: a key as the registry writes it. The Mac's command key counts as `Ctrl`. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  // Which signs need Shift depends on the keyboard: the sign says it all.
  const shift = shiftKey && (key.length > 1 || /[\p{L} ]/u.test(key));
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shift && 'Shift', name].filter(Boolean).join('+');
}

export const keysOf = (name: CommandName, remapped: Remapped): readonly string[] =>
  remapped[name] ?? commandOf(name).keys;

/** Which command each key stands for. */
export const keymapOf = (remapped: Remapped): ReadonlyMap<string, CommandName> =>
  new Map(COMMAND_NAMES.flatMap((name) => keysOf(name, remapped).map((chord) => [chord, name] as const)));

/** Keys that more than one command has, with those commands. */
export function conflictsIn(remapped: Remapped): ReadonlyMap<string, readonly CommandName[]> {
  const byChord = group(
    COMMAND_NAMES.flatMap((name) => keysOf(name, remapped).map((chord) => ({ chord, name }))),
    ({ chord }) => chord,
  );
  return new Map(
    Array.from(byChord, ([chord, uses]) => [chord, uses.map(({ name }) => name)] as const).filter(
      ([, names]) => names.length > 1,
    ),
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** A chord as people read it: `Shift+←`. */
export const chordText = (chord: string): string =>
  chord.replace(/Arrow\w+/, (arrow) => SIGNS[arrow] ?? arrow);

/** Where typing means text, so that only function keys and Ctrl chords are shortcuts, but for those that move in it. */
const TEXT =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], .monaco-editor';
/** What Space presses itself. */
const PRESSABLE = 'button, [role=tab], [role=option], summary, a, input';

/** True where `target` wants the key for itself. */
export function keepsKey(target: EventTarget | null, pressed: Pressed): boolean {
  if (!(target instanceof Element) || /^F\d+$/.test(pressed.key)) return false;
  if ((pressed.ctrlKey || pressed.metaKey) && !pressed.key.startsWith('Arrow')) return false;
  return target.closest(TEXT) !== null || (pressed.key === ' ' && target.closest(PRESSABLE) !== null);
}
