import type { Intervention, RunChoices } from '../../engine/model/index.ts';
import { scripted } from './agents.ts';
import { freeName } from './free-name.ts';
import type { Manner } from './prepared-run.ts';

interface WithScripts {
  /** The scripts among them. */
  readonly files: ReadonlyMap<string, string>;
  readonly choices: RunChoices | undefined;
  readonly interventions: readonly Intervention[];
}

/** What a run in a `manner` is made of, whose scenario is in the files `own`: no script takes the place of one of these. */
export function withScripts(
  own: ReadonlyMap<string, string>,
  { choices: asked, origin, scripts = new Map<string, string>() }: Manner,
): WithScripts {
  const named = [...scripts].map(([path, text]) => ({ path, name: freeName(own, path, text), text }));
  const script = named.find(({ path }) => path === asked?.script)?.name;
  const choices = script === undefined ? asked : { ...asked, script };
  return {
    files: new Map([...own, ...named.map(({ name, text }) => [name, text] as const)]),
    choices,
    interventions: [...scripted(choices), ...(origin?.interventions ?? [])],
  };
}
