import type { AppInstance } from '../apps/app.ts';
import type { JsonObject } from '../model/json.ts';

/** One call of an app's tool. */
export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
}

/** Calls that hang together, one after the other. `answer(0)` stands for what the first of them will have answered. */
export type Story = (answer: (step: number) => string) => readonly Step[];

/** Draws a story out of what it is told from. */
export type Teller = (pick: Pick) => Story;

/** One of several, by chance; every caller has its own. */
export type Pick = <Item>(items: readonly Item[]) => Item;

/** Tells what can happen to `app` of itself, out of `sources` of its kind; `undefined` where it keeps quiet. */
export type Kind = (app: AppInstance, sources: readonly AppInstance[]) => Teller | undefined;

/** The state of `app` when `tool` is one of its own: then it is a state of the family that this tool is of. */
export const stateBehind = <State>(app: AppInstance, name: string, tool: object): State | undefined =>
  Object.hasOwn(app.tools, name) && app.tools[name] === tool ? (app.state as State) : undefined;

/** The states of those of `apps` that have `tool`. */
export const statesBehind = <State>(
  apps: readonly AppInstance[],
  name: string,
  tool: object,
): readonly State[] => apps.flatMap((app) => stateBehind<State>(app, name, tool) ?? []);
