import { BrowserWindow, nativeTheme } from 'electron';
import { join } from 'node:path';
import { BUILT } from './places.ts';
import { HOME } from './protocol.ts';
import type { Place } from './window-place.ts';

/** What shows before the page has painted. */
const BACKGROUND = { dark: '#16181d', light: '#ffffff' };

/** Opens the window on the page, at `place`. It shows itself when there is something to see. */
export function openWindow(title: string, place: Place | undefined): BrowserWindow {
  const window = new BrowserWindow({
    title,
    width: 1440,
    height: 900,
    ...place,
    minWidth: 900,
    minHeight: 560,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: join(BUILT, 'preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      // It would fetch dictionaries.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (place?.maximized === true) window.maximize();
    window.show();
  });
  void window.loadURL(`${HOME}/`);
  return window;
}
