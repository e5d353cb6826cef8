import { layOutGraph, type GraphShape } from './layout.ts';

/** A request to the worker. The number tells a late reply from the current one. */
export interface LayOutQuestion {
  readonly number: number;
  readonly shape: GraphShape;
}

addEventListener('message', ({ data }: MessageEvent<LayOutQuestion>) => {
  postMessage({ number: data.number, placed: layOutGraph(data.shape) });
});
