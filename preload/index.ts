import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, CallName, SignalChannel, SignalMessage, SignalName } from './contract.ts';

const SIGNALS: SignalChannel = 'signals';

type Listener = (signal: SignalMessage['signal']) => void;

const listeners = new Map<SignalName, Set<Listener>>();

// Electron's event object stays on this side: it would give the page a way to send.
ipcRenderer.on(SIGNALS, (_event, messages: readonly SignalMessage[]) => {
  for (const { name, signal } of messages)
    for (const listener of [...(listeners.get(name) ?? [])]) listener(signal);
});

/** The only call with paths: they are those of files that the person dropped, and not what the page says. */
const WITH_PATHS = 'trace.importDropped' satisfies CallName;

const bridge: Bridge = {
  call: (name, request) => {
    if (name === WITH_PATHS) throw new Error(`${name} is not for the page`);
    return ipcRenderer.invoke(name, request) as ReturnType<Bridge['call']> as never;
  },

  importFiles: (files) => {
    const paths = files.map((file) => webUtils.getPathForFile(file));
    return paths.includes('') ? undefined : (ipcRenderer.invoke(WITH_PATHS, { paths }) as never);
  },

  on(name, listener) {
    const ofName = listeners.get(name) ?? new Set();
    listeners.set(name, ofName);
    // Only signals with this name are passed to it.
    ofName.add(listener as Listener);
    return () => void ofName.delete(listener as Listener);
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);
