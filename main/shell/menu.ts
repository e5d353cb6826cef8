import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Parsed } from '../../preload/contract.ts';

type Commands = Parsed<'menu.set'>['commands'];

/** The menus in their order, with the items that do not come from the page. */
const SYSTEM_MENUS: Readonly<Record<string, readonly MenuItemConstructorOptions[]>> = {
  File: [process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' }],
  Edit: [
    { role: 'undo' },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ],
  View: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
  Run: [],
  Go: [],
  Help: [],
};

/** Builds the menus from the page's commands and the usual items. `choose` receives the name of a clicked command. */
export function setMenu(commands: Commands, choose: (command: string) => void): void {
  const own: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  const menus = Object.entries(SYSTEM_MENUS).map(([label, items]): MenuItemConstructorOptions => {
    const given = commands
      .filter(({ menu }) => menu === label)
      .map(({ name, title, key }) => ({
        label: title,
        ...(key === undefined ? {} : acceleratorOf(key)),
        click: () => {
          choose(name);
        },
      }));
    const between: MenuItemConstructorOptions[] =
      given.length > 0 && items.length > 0 ? [{ type: 'separator' }] : [];
    return { label, submenu: [...given, ...between, ...items] };
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate([...own, ...menus, { role: 'windowMenu' }]));
}

/** The key in Electron's notation. It is only displayed: the page handles keys itself, because it knows where one types. */
function acceleratorOf(key: string): MenuItemConstructorOptions {
  const accelerator = key.replace('Ctrl+', 'CommandOrControl+').replace(/Arrow(\w+)/, '$1');
  // macOS always handles a menu's key, so a single letter could not be typed any more.
  const bare = !/CommandOrControl|^(Shift\+)?F\d+$/.test(accelerator);
  return process.platform === 'darwin' && bare ? {} : { accelerator, registerAccelerator: false };
}
