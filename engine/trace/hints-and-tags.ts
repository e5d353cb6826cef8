import { CAPABILITIES, type Hint } from '../model/hint.ts';
import { eventId } from '../model/ids.ts';
import { isJsonObject, type Json } from '../model/json.ts';

/** ARE's names of the capabilities, such as `PromptInjection`, by ours. */
const ARE_NAMES: ReadonlyMap<string, string> = new Map(
  CAPABILITIES.map((tag) => [tag, tag.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())]),
);
const OUR_NAMES: ReadonlyMap<string, string> = new Map(
  [...ARE_NAMES].map(([ours, theirs]) => [theirs, ours]),
);

const KINDS = { TASK_HINT: 'task', ENVIRONMENT_HINT: 'environment' } as const;

/** The hints in `metadata.definition.hints` of a trace. The editor of ARE makes empty ones, which say nothing. */
export const hintsFrom = (written: readonly unknown[] | null | undefined): readonly Hint[] =>
  (written ?? []).flatMap((hint): readonly Hint[] => {
    if (!isJsonObject(hint as Json)) return [];
    const {
      hint_type: type,
      content: text,
      associated_event_id: event,
    } = hint as Readonly<Record<string, unknown>>;
    if (type !== 'TASK_HINT' && type !== 'ENVIRONMENT_HINT') return [];
    if (typeof text !== 'string' || text === '' || typeof event !== 'string' || event === '') return [];
    return [{ event: eventId(event), kind: KINDS[type], text }];
  });

/** `hints` as ARE writes them. */
export const hintsToAre = (hints: readonly Hint[]): Json =>
  hints.map(({ event, kind, text }) => ({
    hint_type: kind === 'task' ? 'TASK_HINT' : 'ENVIRONMENT_HINT',
    content: text,
    associated_event_id: event,
  }));

/** The tags in `metadata.definition.tags` of a trace, each once. */
export const tagsFrom = (written: readonly unknown[] | null | undefined): readonly string[] => [
  ...new Set(
    (written ?? []).flatMap((tag) =>
      typeof tag === 'string' && tag.trim() !== '' ? [OUR_NAMES.get(tag) ?? tag] : [],
    ),
  ),
];

/** The tags that ARE knows, by its names. It sets no tag at all when one of them is unknown to it. */
export const tagsToAre = (tags: readonly string[]): readonly string[] =>
  tags.flatMap((tag) => ARE_NAMES.get(tag) ?? []);
