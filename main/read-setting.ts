import { readFileSync, statSync } from 'node:fs';
import { readJson } from '../engine/index.ts';
import { isJsonObject } from '../engine/model/index.ts';

const LARGEST = 1_000_000; // bytes

/** What `writeSetting` kept in `file`; an empty object where there is none. */
export function readSetting(file: string): Readonly<Record<string, unknown>> {
  try {
    if (statSync(file).size > LARGEST) return {};
    const read = readJson(readFileSync(file, 'utf8'));
    return 'value' in read && isJsonObject(read.value) ? read.value : {};
  } catch {
    // Not there or not ours to read: nothing is lost but a setting.
    return {};
  }
}
