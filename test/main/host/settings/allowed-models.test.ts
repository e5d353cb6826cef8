import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AllowedModels } from '../../../../main/host/settings/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('AllowedModels', () => {
  it('asks for another machine once, and never for this one', async () => {
    const file = join(temporaryFolder(), 'hosts.json');
    const asked: string[] = [];
    const hosts = new AllowedModels(file, (host) => Promise.resolve(asked.push(host) > 0));

    for (const url of [
      'http://127.0.0.1:1/v1',
      'http://localhost/v1',
      'http://[::1]:1/v1',
      'unix:/a.sock:/v1',
    ])
      await hosts.require(url);
    expect(asked).toEqual([]);
    await hosts.require('https://gpu.example/v1');
    await hosts.require('https://gpu.example:8443/v1');
    // Another window knows it, too.
    await new AllowedModels(file, () => Promise.resolve(false)).require('http://gpu.example/v1');

    expect(asked).toEqual(['gpu.example']);
  });

  it('refuses a machine that the person does not allow, also one that is named like this one', async () => {
    const hosts = new AllowedModels(join(temporaryFolder(), 'hosts.json'), () => Promise.resolve(false));

    for (const url of [
      'http://gpu.example/v1',
      'http://127.0.0.1.example/v1',
      'http://localhost@gpu.example/v1',
    ])
      await expect(hosts.require(url)).rejects.toThrow('which you have not allowed');
  });

  it('allows files of the workspace, and others once the person has chosen them', async () => {
    const file = join(temporaryFolder(), 'hosts.json');
    const models = new AllowedModels(file, () => Promise.resolve(true));

    await models.require('./models/tiny.gguf');
    for (const path of ['/home/ada/tiny.gguf', '../tiny.gguf', 'models/../../tiny.gguf'])
      await expect(models.require(path)).rejects.toThrow(`The model is in ${path}, outside of the workspace`);

    await models.allowFile('/home/ada/tiny.gguf');
    await models.require('https://gpu.example/v1');
    await new AllowedModels(file, () => Promise.resolve(false)).require('/home/ada/tiny.gguf');
    await new AllowedModels(file, () => Promise.resolve(false)).require('https://gpu.example/v1');
  });
});
