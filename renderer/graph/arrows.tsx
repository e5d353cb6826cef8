import type { JSX } from 'react';
import { BOX, type Picture, type PlacedNode } from './use-layout.ts';

interface ArrowsProps {
  readonly picture: Picture;
  readonly kin: ReadonlySet<string> | undefined;
  /** What part of the picture is on show. */
  readonly sight: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** From each event to those that wait for it; only what crosses the part on show is drawn. */
export function Arrows({ picture: { graph, nodes, width, height }, kin, sight }: ArrowsProps): JSX.Element {
  return (
    <svg className="graph-arrows" width={width} height={height} aria-hidden>
      <defs>
        {['', 'kin'].map((name) => (
          <marker
            key={name}
            id={`graph-tip${name}`}
            className={name}
            viewBox="0 0 6 6"
            refX="5.5"
            refY="3"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0L6 3L0 6Z" />
          </marker>
        ))}
      </defs>
      {graph.edges.map(({ from, to }) => {
        const [tail, head] = [nodes.get(from)!, nodes.get(to)!];
        if (!crosses(tail, head, sight)) return null;
        const near = kin?.has(from) === true && kin.has(to);
        return (
          <path
            key={`${from}\n${to}`}
            className={near ? 'kin' : kin === undefined ? '' : 'faded'}
            d={curve(tail, head)}
            markerEnd={`url(#graph-tip${near ? 'kin' : ''})`}
          />
        );
      })}
    </svg>
  );
}

const crosses = (tail: PlacedNode, head: PlacedNode, sight: ArrowsProps['sight']): boolean =>
  tail.x + BOX.width < sight.right &&
  head.x > sight.left &&
  Math.min(tail.y, head.y) < sight.bottom &&
  Math.max(tail.y, head.y) + BOX.height > sight.top;

function curve(tail: PlacedNode, head: PlacedNode): string {
  const [x, y] = [tail.x + BOX.width, tail.y + BOX.height / 2];
  const [toX, toY] = [head.x, head.y + BOX.height / 2];
  const bend = Math.max(20, Math.min(90, (toX - x) / 2));
  return `M${x} ${y}C${x + bend} ${y} ${toX - bend} ${toY} ${toX} ${toY}`;
}
