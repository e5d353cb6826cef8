import { group } from 'd3';

/** A command of the window, run by key, palette or menu. */
interface Command {
  readonly title: string;
  /** Shortcuts in the form of {@link chordOf}; the first one is shown. */
  readonly keys: readonly string[];
  /** Whether the shortcut also works in text fields. */
  readonly everywhere?: true;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/** All commands of the window, from which shortcuts, palette, menus and the shortcut sheet are built. */
const COMMANDS = {
  'scenario.new': { title: 'New scenario…', keys: ['Ctrl+N'] },
  'workspace.open': { title: 'Open folder…', keys: ['Ctrl+O'] },
  'scenario.save': { title: 'Save scenario', keys: ['Ctrl+S'] },
  'scenario.rerun': { title: 'Toggle run on save', keys: [] },
  'trace.import': { title: 'Import runs and traces…', keys: [] },
  'trace.importFolder': { title: 'Import folder…', keys: [] },
  'trace.watch': { title: 'Watch folder for runs…', keys: [] },
  'run.export': { title: 'Export run…', keys: [] },
  'run.next': { title: 'Open next run', keys: ['Ctrl+PageDown'] },
  'run.previous': { title: 'Open previous run', keys: ['Ctrl+PageUp'] },
  'run.report': { title: 'Save run report…', keys: [] },
  'run.go': { title: 'Run, pause or resume', keys: ['F5'] },
  'run.toggle': { title: 'Pause, resume or replay', keys: ['Space'] },
  'run.step': { title: 'Step one event', keys: ['F10'] },
  // Not Shift+F10, which opens context menus.
  'run.tick': { title: 'Step one tick', keys: ['Shift+F11'] },
  'run.turn': { title: 'Step to agent action', keys: ['F11'] },
  'run.request': { title: 'Step to request to model', keys: ['Ctrl+F11'] },
  'run.here': { title: 'Run to selected event', keys: ['Ctrl+F10'] },
  'run.firstRequest': { title: 'Show first request to model…', keys: [] },
  'run.resumeInterrupted': { title: 'Resume interrupted run', keys: [] },
  'run.restart': { title: 'Restart run or trace', keys: ['Ctrl+Shift+F5'] },
  'run.breakpoint': { title: 'Toggle event breakpoint', keys: ['F9'] },
  'run.branch': { title: 'Branch from here…', keys: ['B'] },
  'run.live': { title: 'Toggle live preview', keys: ['Ctrl+F5'] },
  'run.keep': { title: 'Keep run', keys: [] },
  'run.previewTo': { title: 'Preview up to here', keys: [] },
  'run.verify': { title: 'Verify run', keys: [] },
  'run.play': { title: 'Play the user', keys: ['U'] },
  'run.nextVersion': { title: 'Save as next version', keys: [] },
  'run.call': { title: 'Call a tool…', keys: ['C'] },
  'run.nextHit': { title: 'Next breakpoint hit', keys: ['Ctrl+F9'] },
  'run.previousHit': { title: 'Previous breakpoint hit', keys: ['Ctrl+Shift+F9'] },
  'probe.new': { title: 'New probe…', keys: ['P'] },
  'probe.value': { title: 'Probe selected value', keys: ['Shift+P'] },
  'probe.pause': { title: 'Toggle probe breakpoint', keys: ['Shift+F9'] },
  'sweep.new': { title: 'New sweep…', keys: [] },
  'run.stop': { title: 'Stop run', keys: ['Shift+F5'] },
  'go.back': { title: 'Go back', keys: ['Alt+ArrowLeft'] },
  'go.forward': { title: 'Go forward', keys: ['Alt+ArrowRight'] },
  'playhead.previous': { title: 'Previous entry', keys: ['ArrowLeft'] },
  'playhead.next': { title: 'Next entry', keys: ['ArrowRight'] },
  'playhead.back': { title: 'Back ten entries', keys: ['Shift+ArrowLeft'] },
  'playhead.ahead': { title: 'Forward ten entries', keys: ['Shift+ArrowRight'] },
  'playhead.nextTurn': { title: 'Next agent action', keys: ['Ctrl+ArrowRight'] },
  'playhead.previousTurn': { title: 'Previous agent action', keys: ['Ctrl+ArrowLeft'] },
  'playhead.nextFailure': { title: 'Next failure', keys: ['E'] },
  'playhead.previousFailure': { title: 'Previous failure', keys: ['Shift+E'] },
  'playhead.nextOfTool': { title: 'Next call of this tool', keys: ['T'] },
  'playhead.previousOfTool': { title: 'Previous call of this tool', keys: ['Shift+T'] },
  'playhead.nextVerdict': { title: 'Next decisive check', keys: ['N'] },
  'playhead.previousVerdict': { title: 'Previous decisive check', keys: ['Shift+N'] },
  'playhead.minuteOn': { title: 'Forward one minute', keys: ['Ctrl+Shift+ArrowRight'] },
  'playhead.minuteBack': { title: 'Back one minute', keys: ['Ctrl+Shift+ArrowLeft'] },
  'playhead.first': { title: 'Before the first entry', keys: ['Home'] },
  'playhead.last': { title: 'Last entry', keys: ['End'] },
  'playhead.nextChange': {
    title: 'Next change of app or value',
    keys: ['V'],
  },
  'playhead.previousChange': {
    title: 'Previous change of app or value',
    keys: ['Shift+V'],
  },
  'probe.nextChange': { title: 'Next change of probe', keys: ['Alt+Shift+ArrowRight'] },
  'probe.previousChange': { title: 'Previous change of probe', keys: ['Alt+Shift+ArrowLeft'] },
  'playhead.nextInLane': { title: 'Next entry in lane', keys: ['.'] },
  'playhead.previousInLane': { title: 'Previous entry in lane', keys: [','] },
  'playhead.cause': { title: 'Go to cause', keys: ['['] },
  'playhead.effect': { title: 'Go to effect', keys: [']'] },
  'playhead.goTo': { title: 'Go to entry or time…', keys: ['Ctrl+G'] },
  'playhead.speed': { title: 'Set replay speed', keys: DIGITS },
  'range.from': { title: 'Start range here', keys: ['I'] },
  'range.to': { title: 'End range here', keys: ['O'] },
  'range.loop': { title: 'Loop range', keys: ['L'] },
  'range.show': { title: 'Zoom to range', keys: ['Z'] },
  'range.drop': { title: 'Clear range', keys: [] },
  'playhead.hold': { title: 'Show changes from here', keys: [] },
  'playhead.source': { title: 'Go to source', keys: ['F12'] },
  'log.find': { title: 'Find in log', keys: ['/'] },
  'log.nextHit': { title: 'Next match in log', keys: ['F3'] },
  'log.previousHit': { title: 'Previous match in log', keys: ['Shift+F3'] },
  'note.entry': { title: 'Add note to entry', keys: ['M'] },
  'note.range': { title: 'Add note to range', keys: ['Shift+M'] },
  'comparison.open': { title: 'Compare with earlier run', keys: ['Ctrl+D'] },
  'comparison.next': { title: 'Next difference', keys: ['F7'] },
  'comparison.previous': { title: 'Previous difference', keys: ['Shift+F7'] },
  'comparison.report': { title: 'Save comparison report…', keys: [] },
  'comparison.close': { title: 'Close comparison, runs or sweeps', keys: ['Escape'] },
  'timeline.closer': { title: 'Zoom in', keys: ['W'] },
  'timeline.farther': { title: 'Zoom out', keys: ['S'] },
  'timeline.earlier': { title: 'Pan left', keys: ['A'] },
  'timeline.later': { title: 'Pan right', keys: ['D'] },
  'timeline.save': { title: 'Save timeline as PNG…', keys: [] },
  'timeline.fit': { title: 'Show whole run', keys: ['F'] },
  'panel.code': { title: 'Show code', keys: ['Ctrl+1'] },
  'apps.asAgent': { title: 'Toggle agent’s knowledge', keys: ['K'] },
  'panel.apps': { title: 'Show apps', keys: ['Ctrl+2'] },
  'panel.transcript': { title: 'Show transcript', keys: ['Ctrl+9'] },
  'panel.log': { title: 'Show log', keys: ['Ctrl+3'] },
  'panel.graph': { title: 'Show graph', keys: [] },
  'panel.queue': { title: 'Show queue', keys: [] },
  'panel.breakpoints': { title: 'Show breakpoints', keys: [] },
  'panel.probes': { title: 'Show probes', keys: ['Ctrl+8'] },
  'panel.runs': { title: 'Show all runs', keys: ['Ctrl+7'] },
  'panel.runViews': { title: 'Saved views of runs', keys: ['Alt+V'], everywhere: true },
  'search.open': { title: 'Search in all runs', keys: ['Ctrl+Shift+F'] },
  'search.next': { title: 'Next search result', keys: ['F4'] },
  'search.previous': { title: 'Previous search result', keys: ['Shift+F4'] },
  'panel.sweeps': { title: 'Show sweeps', keys: ['Ctrl+Shift+S'] },
  'panel.notes': { title: 'Show notes', keys: ['Ctrl+6'] },
  'panel.verdict': { title: 'Show verdict', keys: ['Ctrl+4'] },
  'panel.problems': { title: 'Show problems', keys: ['Ctrl+5'] },
  'panel.explorer': { title: 'Show explorer', keys: ['Ctrl+0'] },
  'panel.timeline': { title: 'Show timeline', keys: [] },
  'panel.inspector': { title: 'Show inspector', keys: [] },
  'panel.reading': { title: 'Toggle reading mode', keys: ['R'] },
  'panel.hideExplorer': { title: 'Toggle explorer', keys: ['Ctrl+B'] },
  'panel.hideInspector': { title: 'Toggle inspector', keys: ['Ctrl+Alt+B'] },
  'panel.hideTimeline': { title: 'Toggle timeline', keys: [] },
  'panel.hideDock': { title: 'Toggle bottom panel', keys: ['Ctrl+Shift+J'] },
  'panel.maximize': { title: 'Maximize or restore panel', keys: ['Ctrl+J'] },
  'panel.reset': { title: 'Reset layout', keys: [] },
  'panel.find': { title: 'Find in panel', keys: ['Ctrl+F'] },
  'panel.next': { title: 'Next panel', keys: ['F6'], everywhere: true },
  'panel.previous': { title: 'Previous panel', keys: ['Shift+F6'], everywhere: true },
  'theme.next': { title: 'Change theme', keys: [] },
  'models.open': { title: 'Models…', keys: [] },
  'settings.open': { title: 'Settings…', keys: ['Ctrl+,'] },
  'palette.commands': { title: 'All commands', keys: ['Ctrl+K', 'F1'], everywhere: true },
  'palette.places': { title: 'Go to file, run or entry', keys: ['Ctrl+P'], everywhere: true },
  'help.shortcuts': { title: 'Keyboard shortcuts', keys: ['?'] },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export const commandOf = (name: CommandName): Command => COMMANDS[name];

/** The menu of each group of commands. */
const MENUS = {
  scenario: 'File',
  workspace: 'File',
  settings: 'File',
  models: 'Run',
  trace: 'File',
  run: 'Run',
  sweep: 'Run',
  go: 'Go',
  playhead: 'Go',
  range: 'Go',
  log: 'Go',
  search: 'Go',
  note: 'Go',
  probe: 'Go',
  comparison: 'View',
  panel: 'View',
  timeline: 'View',
  apps: 'View',
  theme: 'View',
  palette: 'Help',
  help: 'Help',
} as const satisfies Record<PartOf<CommandName>, string>;

type PartOf<Name extends string> = Name extends `${infer Part}.${string}` ? Part : never;

export const menuOf = (name: CommandName): string => MENUS[name.split('.')[0] as PartOf<CommandName>];

/** The part of a `KeyboardEvent` that names its key. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Shortcuts set by the person, by command; others use the registry's. */
export type Remapped = Readonly<Partial<Record<CommandName, readonly string[]>>>;

/** The shortcut of a key event as in the registry: `Ctrl+S`, `Shift+F5`, `Space`. The Mac's command key counts as `Ctrl`. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  // Shift is left out for signs, because which signs need it depends on the keyboard.
  const shift = shiftKey && (key.length > 1 || /[\p{L} ]/u.test(key));
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shift && 'Shift', name].filter(Boolean).join('+');
}

export const keysOf = (name: CommandName, remapped: Remapped): readonly string[] =>
  remapped[name] ?? commandOf(name).keys;

/** The command of each shortcut. A shortcut of the person's goes before the default one of another command. */
export const keymapOf = (remapped: Remapped): ReadonlyMap<string, CommandName> => {
  const chosen = (name: CommandName): boolean => remapped[name] !== undefined;
  const names = [...COMMAND_NAMES.filter((name) => !chosen(name)), ...COMMAND_NAMES.filter(chosen)];
  return new Map(names.flatMap((name) => keysOf(name, remapped).map((chord) => [chord, name] as const)));
};

/** Shortcuts that several commands share, with those commands. */
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

/** A shortcut as `aria-keyshortcuts` names it. */
export const ariaChord = (chord: string): string => chord.replace('Ctrl', 'Control');

/** A shortcut as shown to people: `Shift+←`. */
export const chordText = (chord: string): string =>
  chord.replace(/Arrow\w+/, (arrow) => SIGNS[arrow] ?? arrow);

/** Elements in which keys are text, so that only function keys and Ctrl shortcuts work, except those that move the cursor. */
const TEXT =
  'input:not([type=radio], [type=checkbox]), textarea, [role=combobox], [role=listbox], [role=menu], [contenteditable=true], .monaco-editor';
/** Elements that Space activates. */
const PRESSABLE = 'button, [role=tab], [role=option], summary, a, input';

/** Whether `target` handles the key itself. */
export function keepsKey(target: EventTarget | null, pressed: Pressed): boolean {
  if (!(target instanceof Element) || /^F\d+$/.test(pressed.key)) return false;
  if ((pressed.ctrlKey || pressed.metaKey) && !pressed.key.startsWith('Arrow')) return false;
  return target.closest(TEXT) !== null || (pressed.key === ' ' && target.closest(PRESSABLE) !== null);
}

/** The handler of a command. */
interface Bound {
  /** `chord` is the shortcut that ran it, if any. */
  readonly run: (chord?: string) => void;
  readonly can: boolean;
}

/** The registry of bound commands. */
export class Commands {
  readonly #bound = new Map<CommandName, Bound>();
  #keymap = keymapOf({});

  /** Binds a command until the returned function is called. */
  bind(name: CommandName, bound: Bound): () => void {
    this.#bound.set(name, bound);
    return () => {
      if (this.#bound.get(name) === bound) this.#bound.delete(name);
    };
  }

  can(name: CommandName): boolean {
    return this.#bound.get(name)?.can === true;
  }

  /** Runs the command if it is enabled. */
  run(name: CommandName, chord?: string): void {
    if (this.can(name)) this.#bound.get(name)!.run(chord);
  }

  remap(remapped: Remapped): void {
    this.#keymap = keymapOf(remapped);
  }

  /** Runs the commands whose shortcuts are pressed on `page`, until the returned function is called. */
  listen(page: Window): () => void {
    const onKey = (event: KeyboardEvent): void => {
      const chord = chordOf(event);
      const name = this.#keymap.get(chord);
      if (event.defaultPrevented || name === undefined || !this.can(name)) return;
      const early = event.eventPhase === Event.CAPTURING_PHASE;
      if (early !== (commandOf(name).everywhere === true) || (!early && keepsKey(event.target, event)))
        return;
      // Shortcuts do not work in a dialog.
      if (event.target instanceof Element && event.target.closest('[role=dialog]') !== null) return;
      event.preventDefault();
      if (early) event.stopPropagation();
      this.run(name, chord);
    };
    page.addEventListener('keydown', onKey);
    // Capture before the editor, which uses some of these keys.
    page.addEventListener('keydown', onKey, true);
    return () => {
      page.removeEventListener('keydown', onKey);
      page.removeEventListener('keydown', onKey, true);
    };
  }
}
