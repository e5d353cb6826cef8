import { Fault } from '../fault.ts';
import type { HandlersOf } from '../ipc.ts';
import type { Office } from './office.ts';
import { viewOf } from './view-of.ts';

/** The folder, the settings and the menus. */
export const workspaceHandlers = (office: Office): HandlersOf<'workspace' | 'preferences' | 'menu'> => ({
  'workspace.read': () => viewOf(office),
  'workspace.open': async ({ folder: known }) => {
    const picked = known ?? (await office.pickFolder());
    if (picked === undefined) return null;
    // The page names none that the person has not opened before.
    if (known !== undefined && !office.folders.recent.includes(known))
      throw new Fault('bad-path', `${known}: found a folder that was never opened, wanted one that was`);
    office.openFolder(picked);
    return null;
  },
  'workspace.trust': async () => {
    try {
      await office.trust.give();
    } finally {
      office.workspaceChanged();
    }
    return null;
  },
  'workspace.declarations': () => office.declarations(),
  'preferences.read': () => office.preferences.now,
  'preferences.write': async (changed) => {
    office.setTheme(changed.theme);
    await office.preferences.write(changed);
    return null;
  },
  'menu.set': (request) => {
    office.setMenu(request);
    return null;
  },
});
