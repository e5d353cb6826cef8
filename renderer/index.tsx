import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../preload/contract.ts';
import { Workbench } from './app/layout/workbench.tsx';
import { startShell } from './app/start-shell.ts';
import { createAppStores, syncStores } from './stores/app-stores.ts';
import { throttleSignals } from './app/throttle-signals.ts';
import { StoresContext } from './stores/use-stores.ts';
import { prepareEditor } from './views/editor/editor-container.tsx';

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly bridge: Bridge;
  }
}

const stores = createAppStores(throttleSignals(window.bridge));
syncStores(stores);
startShell(stores, localStorage);
prepareEditor(stores);
createRoot(document.getElementById('root')!).render(
  <StoresContext value={stores}>
    <Workbench memory={localStorage} />
  </StoresContext>,
);
