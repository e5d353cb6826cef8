import type { JSX } from 'react';
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import type { Plot } from './plot.ts';

const ZOOM_STEP = 1.6;
const PAN_STEP = 0.2; // of what is on show

interface ZoomToolsProps {
  readonly plot: Plot | undefined;
  readonly fitted: boolean;
}

/** How close the picture is. */
export function ZoomTools({ plot, fitted }: ZoomToolsProps): JSX.Element {
  const missing = plot === undefined;
  const zoom = (factor: number) => (): void => {
    plot?.zoomBy(factor);
  };
  const pan = (share: number) => (): void => {
    plot?.panBy(share);
  };
  const fit = (): void => {
    plot?.fit();
  };
  useCommand('timeline.fit', fit);
  useCommand('timeline.closer', zoom(ZOOM_STEP));
  useCommand('timeline.farther', zoom(1 / ZOOM_STEP));
  useCommand('timeline.earlier', pan(-PAN_STEP));
  useCommand('timeline.later', pan(PAN_STEP));
  return (
    <div className="zoom-tools" role="group" aria-label="Zoom">
      <Button
        bare
        icon={ZoomOut}
        label="Zoom out"
        keys="S"
        title="Zoom out (S, or Ctrl and the wheel)"
        disabled={missing || fitted}
        onClick={zoom(1 / ZOOM_STEP)}
      />
      <Button
        bare
        icon={ZoomIn}
        label="Zoom in"
        keys="W"
        title="Zoom in (W, or Ctrl and the wheel)"
        disabled={missing}
        onClick={zoom(ZOOM_STEP)}
      />
      <Button
        bare
        icon={Maximize2}
        label="Show the whole run"
        keys="F"
        disabled={missing || fitted}
        onClick={fit}
      />
    </div>
  );
}
