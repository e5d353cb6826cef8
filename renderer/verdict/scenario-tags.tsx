import type { JSX } from 'react';
import type { RunSummary } from '../../engine/model/index.ts';
import { useBench } from '../state/use-bench.ts';
import '../elements/scenario-tag.css';
import './scenario-tags.css';

/** The tags of a run's scenario. Each opens the library with all runs that have it. */
export function ScenarioTags({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const { library } = useBench();
  const { scenarioTags = [] } = run;
  if (scenarioTags.length === 0) return null;
  return (
    <ul className="scenario-tags" aria-label="Tags of the scenario">
      {scenarioTags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            className="scenario-tag"
            title={`Show runs with the tag ${tag}`}
            onClick={() => {
              library.setState({ open: true, text: `tag:${written(tag)}` });
            }}
          >
            {tag}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A tag as a filter takes it. No filter can hold a quote, but a star stands for any text. */
const written = (tag: string): string => (/[\s",]/.test(tag) ? `"${tag.replaceAll('"', '*')}"` : tag);
