import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import type { Lab } from '../preload/contract.ts';
import { Workbench } from './app/layout/workbench.tsx';
import { attend } from './app/start-shell.ts';
import { benchFor, follow } from './stores/app-stores.ts';
import { calm } from './app/throttle-signals.ts';
import { BenchContext } from './stores/use-stores.ts';

declare global {
  interface Window {
    /** Put there by the preload script. */
    readonly lab: Lab;
  }
}

const bench = benchFor(calm(window.lab));
follow(bench);
attend(bench, localStorage);
createRoot(document.getElementById('root')!).render(
  <BenchContext value={bench}>
    <Workbench memory={localStorage} />
  </BenchContext>,
);
