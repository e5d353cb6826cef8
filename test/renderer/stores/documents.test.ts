import { describe, expect, it } from 'vitest';
import {
  createDocumentsStore,
  edit,
  forget,
  isDirty,
  wasDeleted,
  keepMine,
  load,
  openFile,
  save,
  takeTheirs,
} from '../../../renderer/stores/documents.ts';
import { fakeBridge, no, yes } from '../fake-bridge.ts';

const missing = {
  ok: false,
  error: { code: 'no-such-file', message: 'found nothing', problems: [] },
} as const;

const SOUP = 'scenarios/soup.ts';

describe('a document in the editor', () => {
  it('is dirty from the first edit until it is saved', async () => {
    const bridge = fakeBridge({ 'scenario.read': () => yes('soup'), 'scenario.save': () => yes(null) });
    const store = createDocumentsStore();
    await openFile(bridge, store, SOUP);
    expect(isDirty(store.getState(), SOUP)).toBe(false);

    edit(store, SOUP, 'soup, hot');
    expect(isDirty(store.getState(), SOUP)).toBe(true);
    await save(bridge, store, SOUP);

    expect(isDirty(store.getState(), SOUP)).toBe(false);
  });

  it('stays dirty when saving fails', async () => {
    const bridge = fakeBridge({
      'scenario.read': () => yes('soup'),
      'scenario.save': () => no('the disk is full'),
    });
    const store = createDocumentsStore();
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, 'soup, hot');

    expect((await save(bridge, store, SOUP))?.message).toBe('the disk is full');
    expect(isDirty(store.getState(), SOUP)).toBe(true);
  });

  it('says that a text is too long without sending it', async () => {
    const bridge = fakeBridge({ 'scenario.read': () => yes('soup') });
    const store = createDocumentsStore();
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, 'x'.repeat(2_000_001));

    expect((await save(bridge, store, SOUP))?.message).toBe(
      `${SOUP} is not saved: It has 2,000,001 characters; a scenario may have at most 2,000,000.`,
    );
  });

  it('keeps text typed during a save', async () => {
    const store = createDocumentsStore();
    const bridge = fakeBridge({
      'scenario.read': () => yes('soup'),
      'scenario.save': () => {
        edit(store, SOUP, 'soup, hot, with bread');
        return yes(null);
      },
    });
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, 'soup, hot');

    await save(bridge, store, SOUP);

    expect(store.getState().texts[SOUP]).toEqual({ saved: 'soup, hot', text: 'soup, hot, with bread' });
  });

  it('is saved though it is closed meanwhile', async () => {
    const store = createDocumentsStore();
    const bridge = fakeBridge({
      'scenario.read': () => yes('soup'),
      'scenario.save': () => {
        forget(store, SOUP);
        return yes(null);
      },
    });
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, 'soup, hot');

    expect(await save(bridge, store, SOUP)).toBeUndefined();
    expect(store.getState().texts).toEqual({});
  });

  it('is reloaded when its file changes, but not over unsaved edits', async () => {
    let onDisk = 'soup';
    const bridge = fakeBridge({ 'scenario.read': () => yes(onDisk) });
    const store = createDocumentsStore();
    await openFile(bridge, store, SOUP);

    expect(await load(bridge, store, SOUP)).toBe(false);

    onDisk = 'stew';
    expect(await load(bridge, store, SOUP)).toBe(true);
    expect(store.getState().texts[SOUP]?.text).toBe('stew');
    edit(store, SOUP, 'stew, mine');
    onDisk = 'broth';
    await load(bridge, store, SOUP);

    expect(store.getState().texts[SOUP]?.text).toBe('stew, mine');
  });

  it('keeps another program’s text beside the edits and saves only over text the person saw', async () => {
    let onDisk = 'soup';
    const bridge = fakeBridge({
      'scenario.read': () => yes(onDisk),
      'scenario.save': ({ text, replaces }) => {
        if (onDisk !== replaces)
          return { ok: false, error: { code: 'file-changed', message: 'changed', problems: [] } };
        onDisk = text;
        return yes(null);
      },
    });
    const store = createDocumentsStore();
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, 'soup, mine');
    onDisk = 'soup, theirs';

    expect((await save(bridge, store, SOUP))?.code).toBe('file-changed');
    expect(store.getState().texts[SOUP]).toEqual({
      saved: 'soup',
      text: 'soup, mine',
      theirs: 'soup, theirs',
    });
    expect((await save(bridge, store, SOUP))?.code).toBe('file-changed');
    keepMine(store, SOUP);
    onDisk = 'soup, theirs again';
    expect((await save(bridge, store, SOUP))?.code).toBe('file-changed');
    takeTheirs(store, SOUP);

    expect(store.getState().texts[SOUP]).toEqual({ saved: onDisk, text: onDisk });
    expect(onDisk).toBe('soup, theirs again');
  });

  it('keeps text typed and saved during a reload', async () => {
    let onDisk = 'soup';
    const store = createDocumentsStore();
    const bridge = fakeBridge({
      'scenario.read': () => yes(onDisk),
      'scenario.save': ({ text }) => {
        onDisk = text;
        return yes(null);
      },
    });
    await openFile(bridge, store, SOUP);
    const slow: typeof bridge.call = async (name, request) => {
      const reply = await bridge.call(name, request);
      edit(store, SOUP, 'soup, hot');
      await save(bridge, store, SOUP);
      return reply;
    };

    await load({ ...bridge, call: slow }, store, SOUP);

    expect(store.getState().texts[SOUP]).toEqual({ saved: 'soup, hot', text: 'soup, hot' });
  });

  it.each([
    ['with edits', 'soup, hot'],
    ['without edits', 'soup'],
  ])('is kept when its file is deleted (%s), and can be saved again', async (_how, text) => {
    let onDisk: string | undefined = 'soup';
    const store = createDocumentsStore();
    const bridge = fakeBridge({
      'scenario.read': () => (onDisk === undefined ? missing : yes(onDisk)),
      'scenario.save': (request) => {
        onDisk = request.text;
        return yes(null);
      },
    });
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, text);
    onDisk = undefined;

    await load(bridge, store, SOUP);
    expect(store.getState()).toMatchObject({ texts: { [SOUP]: { text, gone: true } }, problem: undefined });
    await save(bridge, store, SOUP);

    expect(onDisk).toBe(text);
    expect(store.getState().texts[SOUP]).toEqual({ saved: text, text });
  });

  it('is no longer marked as deleted when its file exists again', async () => {
    let there = true;
    const bridge = fakeBridge({ 'scenario.read': () => (there ? yes('soup') : missing) });
    const store = createDocumentsStore();
    await openFile(bridge, store, SOUP);
    edit(store, SOUP, 'soup, hot');
    for (const now of [false, true]) {
      there = now;
      await load(bridge, store, SOUP);
      expect(wasDeleted(store.getState(), SOUP)).toBe(!now);
    }
    expect(store.getState().texts[SOUP]?.text).toBe('soup, hot');
  });
});
