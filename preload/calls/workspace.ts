import * as z from 'zod';
import type { WorkspaceView, Declarations } from '../answers.ts';
import type { Preferences } from '../preferences.ts';
import { preferences } from '../preferences.ts';
import { call } from './call.ts';

const commands = z
  .array(
    z.strictObject({
      name: z.string().max(100),
      title: z.string().max(200),
      menu: z.string().max(100),
      key: z.string().max(40).optional(),
    }),
  )
  .max(500);

/** Folders, settings and menus. */
export const workspaceCalls = {
  'workspace.read': call(z.strictObject({})).answers<WorkspaceView>(),
  /** Opens a window on another folder: one opened before, or, without one, that which the person picks in a dialog. */
  'workspace.open': call(z.strictObject({ folder: z.string().min(1).max(4000).optional() })).answers<null>(),
  /** Lets the workspace's code run, now and whenever it is opened again. */
  'workspace.trust': call(z.strictObject({})).answers<null>(),
  'workspace.declarations': call(z.strictObject({})).answers<Declarations>(),
  /** Those that were chosen ever. */
  'preferences.read': call(z.strictObject({})).answers<Partial<Preferences>>(),
  'preferences.write': call(preferences).answers<null>(),
  /** Makes the menus of the page's commands. */
  'menu.set': call(z.strictObject({ commands })).answers<null>(),
};
