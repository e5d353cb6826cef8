import { contextBridge, ipcRenderer } from 'electron';
import type { Lab } from './contract.ts';

const lab: Lab = {
  call: (name, request) => ipcRenderer.invoke(name, request) as ReturnType<Lab['call']> as never,

  on(name, listener) {
    // Electron's event object stays on this side: it would hand the page a way to send.
    const relay = (_event: unknown, signal: Parameters<typeof listener>[0]): void => {
      listener(signal);
    };
    ipcRenderer.on(name, relay);
    return () => void ipcRenderer.off(name, relay);
  },
};

contextBridge.exposeInMainWorld('lab', lab);
