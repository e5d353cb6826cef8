/** Every shortcut of the window: one list for the keys, the hints and, later, a sheet. */
export const SHORTCUTS = {
  'run.go': { keys: ['F5'], words: 'Run, pause, resume' },
  'run.toggle': { keys: ['Space'], words: 'Pause or resume; replay a finished run' },
  'run.step': { keys: ['F10'], words: 'Fire one event' },
  'run.stop': { keys: ['Shift+F5'], words: 'Stop the run' },
  'scenario.save': { keys: ['Ctrl+S', 'Meta+S'], words: 'Save the scenario' },
  'playhead.previous': { keys: ['ArrowLeft'], words: 'Previous entry' },
  'playhead.next': { keys: ['ArrowRight'], words: 'Next entry' },
  'playhead.back': { keys: ['Shift+ArrowLeft'], words: 'Ten entries back' },
  'playhead.ahead': { keys: ['Shift+ArrowRight'], words: 'Ten entries ahead' },
  'playhead.first': { keys: ['Home'], words: 'Before the first entry' },
  'playhead.last': { keys: ['End'], words: 'Last entry; keep up with a run' },
  'log.find': { keys: ['/'], words: 'Find in the log' },
  'log.nextHit': { keys: ['F3'], words: 'Next hit' },
  'log.previousHit': { keys: ['Shift+F3'], words: 'Previous hit' },
  'comparison.open': { keys: ['Ctrl+D', 'Meta+D'], words: 'Compare with the parent or the run before' },
  'comparison.next': { keys: ['F7'], words: 'Next difference' },
  'comparison.previous': { keys: ['Shift+F7'], words: 'Previous difference' },
  'comparison.close': { keys: ['Escape'], words: 'Close the comparison' },
  'timeline.fit': { keys: ['F'], words: 'Show the whole run' },
} as const satisfies Record<string, { readonly keys: readonly string[]; readonly words: string }>;

export type ShortcutName = keyof typeof SHORTCUTS;

/** The part of a `KeyboardEvent` that names its key. */
type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** `Ctrl+S`, `Shift+F5`, `Space`: a key as the list above writes it. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return [ctrlKey && 'Ctrl', metaKey && 'Meta', altKey && 'Alt', shiftKey && 'Shift', name]
    .filter(Boolean)
    .join('+');
}

const chords = new Map<string, ShortcutName>(
  Object.entries(SHORTCUTS).flatMap(([name, { keys }]) =>
    keys.map((key) => [key, name as ShortcutName] as const),
  ),
);

export const shortcutFor = (pressed: Pressed): ShortcutName | undefined => chords.get(chordOf(pressed));

/** Where typing means text, so that only function keys and Ctrl chords are shortcuts. */
const TEXT = 'input:not([type=radio]), textarea, select, [contenteditable=true], .monaco-editor';
/** What Space presses itself. */
const PRESSABLE = 'button, [role=tab], summary, a';

/** True where `target` wants the key for itself. */
export function keepsKey(target: EventTarget | null, pressed: Pressed): boolean {
  if (!(target instanceof Element) || pressed.ctrlKey || pressed.metaKey || /^F\d+$/.test(pressed.key))
    return false;
  return target.closest(TEXT) !== null || (pressed.key === ' ' && target.closest(PRESSABLE) !== null);
}
