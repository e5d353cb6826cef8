import { layOut, type Shape } from './layout.ts';

/** What the worker is asked, numbered so that late answers can be told from new ones. */
export interface LayOutQuestion {
  readonly number: number;
  readonly shape: Shape;
}

addEventListener('message', ({ data }: MessageEvent<LayOutQuestion>) => {
  postMessage({ number: data.number, placed: layOut(data.shape) });
});
