import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron';
import * as z from 'zod';
import { readSetting } from '../host/settings/index.ts';
import { BUILT } from '../host/system/index.ts';
import { PAGE_ORIGIN } from './security.ts';

/** Background colour until the page is painted. */
const BACKGROUND = { dark: '#16181d', light: '#ffffff' };

/** Opens the window with the page, with `bounds`. It appears when the page is ready. */
export function openWindow(title: string, bounds: WindowBounds | undefined): BrowserWindow {
  const window = new BrowserWindow({
    title,
    width: 1440,
    height: 900,
    ...bounds,
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
      // The spell checker would download dictionaries.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (bounds?.maximized === true) window.maximize();
    window.show();
  });
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  void window.loadURL(`${PAGE_ORIGIN}/`);
  return window;
}

const bounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean(),
});

export type WindowBounds = z.output<typeof bounds>;

/** The window’s bounds when it was last closed, if that is still on a screen. */
export function readBounds(file: string): WindowBounds | undefined {
  const parsed = bounds.safeParse(readSetting(file));
  return parsed.success && isOnScreen(parsed.data) ? parsed.data : undefined;
}

/** Writes the window’s bounds to `files` when it is closed. */
export function keepBounds(window: BrowserWindow, files: readonly string[]): void {
  window.on('close', () => {
    const now: WindowBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      for (const file of files) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(now));
      }
    } catch (thrown) {
      // The file cannot be written: the window still closes, and the next one opens in the middle.
      console.error(thrown);
    }
  });
}

/** Whether enough of the title bar is visible to drag the window. */
function isOnScreen({ x, y, width }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const seen = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return seen >= 100 && y >= workArea.y - 10 && y < workArea.y + workArea.height - 40;
  });
}
