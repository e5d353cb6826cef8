import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { readSetting } from './read-setting.ts';

const place = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean(),
});

export type Place = z.output<typeof place>;

/** Where the window stood when it was closed last, if that is still on a screen. */
export function readPlace(file: string): Place | undefined {
  const parsed = place.safeParse(readSetting(file));
  return parsed.success && isOnScreen(parsed.data) ? parsed.data : undefined;
}

/** Notes in `file` where the window stands when it is closed. */
export function keepPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const now: Place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(now));
    } catch (thrown) {
      // The disk does not take it: the next window opens in the middle, and this one closes all the same.
      console.error(thrown);
    }
  });
}

/** True when enough of its head is in sight to take hold of it. */
function isOnScreen({ x, y, width }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const seen = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return seen >= 100 && y >= workArea.y - 10 && y < workArea.y + workArea.height - 40;
  });
}
