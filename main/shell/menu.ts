import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Parsed } from '../../preload/contract.ts';

type Commands = Parsed<'menu.set'>['commands'];

/** What the menus have beside the page's commands, by menu; in this order. */
const OWN: Readonly<Record<string, readonly MenuItemConstructorOptions[]>> = {
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

/** Makes the menus of the page's commands and of what any program has. `choose` is told which command is clicked. */
export function setMenu(commands: Commands, choose: (command: string) => void): void {
  const own: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  const menus = Object.entries(OWN).map(([label, items]): MenuItemConstructorOptions => {
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

/** Electron's words for a key. It is shown only, for the page hears keys itself and knows where one types. */
function acceleratorOf(key: string): MenuItemConstructorOptions {
  const accelerator = key.replace('Ctrl+', 'CommandOrControl+').replace(/Arrow(\w+)/, '$1');
  // On a Mac a menu's key is always heard, and a bare one would be taken from whoever types it.
  const bare = !/CommandOrControl|^(Shift\+)?F\d+$/.test(accelerator);
  return process.platform === 'darwin' && bare ? {} : { accelerator, registerAccelerator: false };
}
