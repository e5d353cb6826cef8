import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import type { Lab } from '../preload/contract.ts';
import { Workbench } from './layout/workbench.tsx';
import { attend } from './state/attend.ts';
import { benchFor } from './state/bench.ts';
import { calm } from './state/calm.ts';
import { follow } from './state/follow.ts';
import { BenchContext } from './state/use-bench.ts';

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
