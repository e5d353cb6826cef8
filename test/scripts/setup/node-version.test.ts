import { describe, expect, it } from 'vitest';
import { checkNode } from '../../../scripts/setup/node-version.mjs';

describe('checkNode()', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('accepts Node %s', (version) => {
    expect(() => {
      checkNode(version);
    }).not.toThrow();
  });

  it.each(['18.20.4', '20.18.3'])('refuses Node %s and names the required version', (version) => {
    expect(() => {
      checkNode(version);
    }).toThrow(`It is ${version}; 20.19 or newer is needed.`);
  });
});
