import { useEffect, type JSX } from 'react';
import { useStore } from 'zustand';
import { useAnswer } from '../state/use-answer.ts';
import { useBench } from '../state/use-bench.ts';

/** Which variant of the open scenario is run next; nothing where it has none. */
export function VariantChoice(): JSX.Element | null {
  const { documents, settings } = useBench();
  const path = useStore(documents, ({ open }) => open);
  const saved = useStore(documents, ({ open, texts }) =>
    open === undefined ? '' : (texts[open]?.saved ?? ''),
  );
  const chosen = useStore(settings, ({ variant }) => variant);
  const mayHave = path !== undefined && saved.includes('variants');
  const answered = useAnswer('scenario.variants', mayHave ? { path } : undefined, saved);
  const reply = mayHave && answered?.request.path === path ? answered.reply : undefined;
  const names = reply?.ok === true ? reply.value : [];
  const isGone =
    reply?.ok === true && chosen !== undefined && chosen.scenario === path && !names.includes(chosen.name);
  useEffect(() => {
    if (isGone) settings.setState({ variant: undefined });
  }, [isGone, settings]);
  if (path === undefined || names.length === 0) return null;
  return (
    <select
      className="quiet variant"
      aria-label="Variant of the scenario"
      title="Which variant runs next"
      value={chosen?.scenario === path ? chosen.name : names[0]}
      onChange={({ target }) => {
        settings.setState({ variant: { scenario: path, name: target.value } });
      }}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
