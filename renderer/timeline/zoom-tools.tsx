import type { JSX } from 'react';
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import type { Plot } from './plot.ts';

const ZOOM_STEP = 1.6;

interface ZoomToolsProps {
  readonly plot: Plot | undefined;
  readonly fitted: boolean;
}

export function ZoomTools({ plot, fitted }: ZoomToolsProps): JSX.Element {
  useCommand('timeline.fit', () => {
    plot?.fit();
  });
  const missing = plot === undefined;
  return (
    <div className="zoom-tools" role="group" aria-label="Zoom">
      <Button
        bare
        icon={ZoomOut}
        label="Zoom out"
        disabled={missing}
        onClick={() => plot?.zoomBy(1 / ZOOM_STEP)}
      />
      <Button bare icon={ZoomIn} label="Zoom in" disabled={missing} onClick={() => plot?.zoomBy(ZOOM_STEP)} />
      <Button
        bare
        icon={Maximize2}
        label="Show the whole run"
        keys="F"
        disabled={missing || fitted}
        onClick={() => plot?.fit()}
      />
    </div>
  );
}
