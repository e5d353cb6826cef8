import { describe, expect, it } from 'vitest';
import { graphOf, kinOf } from '../../../../renderer/views/graph/fold.ts';
import { waiting } from './events.ts';

const guests = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => waiting(id, 'dinner'));

describe('graphOf() and kinOf()', () => {
  it('draw an edge from each event to those that wait for it', () => {
    const graph = graphOf([waiting('a'), waiting('b', 'a'), waiting('c', 'a', 'b')], new Set());

    expect(graph.edges).toEqual([
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'b', to: 'c' },
    ]);
  });

  it('fold similar events into one node unless it is unfolded', () => {
    const events = [waiting('dinner'), ...guests, waiting('bill', 'a')];

    const folded = graphOf(events, new Set());
    expect(folded.nodes.map(({ id, events: all }) => [id, all.length])).toEqual([
      ['dinner', 1],
      ['a', 1],
      ['b', 5],
      ['bill', 1],
    ]);
    expect(graphOf(events, new Set(['b'])).nodes).toHaveLength(8);
  });

  it('draw one edge to a folded node', () => {
    expect(graphOf([waiting('dinner'), ...guests], new Set()).edges).toEqual([{ from: 'dinner', to: 'a' }]);
  });

  it('return the ancestors and descendants of an event', () => {
    const graph = graphOf(
      [waiting('a'), waiting('b', 'a'), waiting('c', 'b'), waiting('other', 'a')],
      new Set(),
    );

    expect(kinOf(graph, 'b')).toEqual(new Set(['a', 'b', 'c']));
  });
});
