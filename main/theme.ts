import { nativeTheme } from 'electron';
import type { Parsed } from '../preload/contract.ts';

/** What the page wants its surroundings to look like. The page remembers it and says so again at each start. */
export function setTheme({ theme }: Parsed<'theme.set'>): void {
  nativeTheme.themeSource = theme;
}
