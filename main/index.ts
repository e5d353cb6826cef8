import { shortenPlanning } from './host/scenarios/index.ts';
import { startShell } from './shell/index.ts';
import { openWorkbench } from './workbench.ts';

shortenPlanning();
startShell(openWorkbench);
