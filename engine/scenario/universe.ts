import type { AppInstance } from '../apps/app.ts';
import { fromRecorded, isSameFamily } from '../apps/catalogue.ts';
import { copyJson } from '../journal/copy.ts';
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** Makes an app as `make` does, and fills it as the universe's app of its kind is; of several the one called `name`. */
export type Universe = <App extends AppInstance>(make: () => App, name?: string) => App;

/**
 * Takes the apps of a world from what `told` says, which several scenarios may share. It is JSON in the form of ARE's
 * files, `{ "apps": [{ "name", "class_name", "app_state" }] }`: an exported run or a scenario of ARE's is one too.
 *
 * @throws {TypeError} when it is not of that form. What it answers throws where it has no such app, or not one to choose.
 */
export function universe(told: object): Universe {
  const apps = appsIn(told as Json);
  return (make, name) => {
    const app = make();
    const { state, className } = only(app.class, apps, name);
    const filled = fromRecorded(className, state)?.state ?? (copyJson(state) as object);
    return { ...app, state: filled };
  };
}

/** An app of a universe. */
interface Told {
  readonly name: string;
  readonly className: string;
  readonly state: Json;
}

function appsIn(told: Json): readonly Told[] {
  const apps = isJsonObject(told) ? told['apps'] : undefined;
  if (!Array.isArray(apps))
    throw new TypeError('universe: found no list "apps", wanted one of { name, class_name, app_state }');
  return apps.map((app: Json, at) => {
    if (!isJsonObject(app)) throw new TypeError(`universe: apps[${at}]: found no object, wanted an app`);
    const name = textIn(app, 'name', at);
    return { name, className: textIn(app, 'class_name', at, name), state: app['app_state'] ?? {} };
  });
}

/** ARE leaves the class out where it is the name. */
function textIn(app: JsonObject, key: string, at: number, otherwise?: string): string {
  const text = app[key] ?? otherwise;
  if (typeof text === 'string' && text !== '') return text;
  throw new TypeError(`universe: apps[${at}].${key}: found ${JSON.stringify(text ?? null)}, wanted a text`);
}

function only(wanted: string, apps: readonly Told[], name: string | undefined): Told {
  const alike = apps.filter(
    (app) => isSameFamily(app.className, wanted) && (name === undefined || app.name === name),
  );
  const [first, second] = alike;
  if (first !== undefined && second === undefined) return first;
  const found =
    first === undefined
      ? `no ${wanted}${name === undefined ? '' : ` called "${name}"`} among ${apps.map(({ className }) => className).join(', ')}`
      : `${alike.length} of ${wanted}: ${alike.map((app) => app.name).join(', ')}`;
  throw new TypeError(`universe: found ${found}, wanted one`);
}
