import { useEffect, type JSX } from 'react';
import { useStore } from 'zustand';
import { useAnswer } from '../state/use-answer.ts';
import { useBench } from '../state/use-bench.ts';

/** Which variant of the open scenario is run next; nothing where it has none. */
export function VariantChoice(): JSX.Element | null {
  const { documents, settings } = useBench();
  const path = useStore(documents, ({ open }) => open);
  const chosen = useStore(settings, ({ variant }) => variant);
  const names = useVariants(path);
  const isGone = chosen !== undefined && chosen.scenario === path && names?.includes(chosen.name) === false;
  useEffect(() => {
    if (isGone) settings.setState({ variant: undefined });
  }, [isGone, settings]);
  if (path === undefined || names === undefined || names.length === 0) return null;
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

/** The variants of the scenario at `path` as it is saved; `undefined` while they are not known. */
function useVariants(path: string | undefined): readonly string[] | undefined {
  const { documents } = useBench();
  const saved = useStore(documents, ({ texts }) => (path === undefined ? '' : (texts[path]?.saved ?? '')));
  const request = path !== undefined && saved.includes('variants') ? { path } : undefined;
  const answered = useAnswer('scenario.variants', request, saved);
  const reply = answered?.request.path === request?.path ? answered?.reply : undefined;
  return reply?.ok === true ? reply.value : undefined;
}
