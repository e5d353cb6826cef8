import { readFileSync, statSync } from 'node:fs';

const LARGEST = 1_000_000; // bytes

/** What `writeSetting` kept in `file`; an empty object where there is none. */
export function readSetting(file: string): Readonly<Record<string, unknown>> {
  try {
    if (statSync(file).size > LARGEST) return {};
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    // Not there, not ours to read, or no JSON: nothing is lost but a setting.
    return {};
  }
}
