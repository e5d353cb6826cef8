import { declareBuilt, dialogueOf, planOf, standInsOf } from '../../engine/index.ts';
import { scenario, seconds } from '../../engine/scenario/index.ts';
import type { Json } from '../../engine/model/json.ts';
import { build, graphOf } from './builder-case.ts';
import type { Case } from './case-file.ts';
import { drive } from './drive.ts';
import { isoText } from './iso-text.ts';
import { resultOf } from './result.ts';
import { openSession, startOf } from './session.ts';

/** Builds a scenario of turns, makes it ready for an agent, and drives it. */
export function runTurns(spec: Case): Record<string, Json | undefined> {
  const { builder } = build(spec, spec.build);
  const dialogue = dialogueOf(builder.events);
  const { config } = spec;
  const duration = config.duration === undefined ? 60 : config.duration;
  const session = openSession(spec, [], (apps) =>
    planOf(
      scenario({
        name: spec.name,
        start: isoText(startOf(spec)),
        ...(duration === null ? {} : { duration: seconds(duration) }),
        tick: seconds(config.time_increment),
        pacing: config.loop === 'queue' ? 'by-event' : 'by-tick',
        endsWhenIdle: config.exit_when_no_events,
        turns: standInsOf(dialogue),
        apps: () => apps,
        events(captured, authoring) {
          declareBuilt(dialogue.events, captured, authoring);
        },
      }),
    ),
  );
  const driven = drive(session);
  session.environment.finish();
  return {
    graph: graphOf(dialogue.events),
    turns: Object.fromEntries(dialogue.turns),
    nb_turns: dialogue.count,
    placeholders: dialogue.placeholders.map(({ parentTool, parentTurn, parent, turn, event }) => ({
      parent_tool_name: parentTool,
      parent_turn_idx: parentTurn,
      parent_event_id: parent,
      placeholder_turn_idx: turn,
      placeholder_event_id: event,
    })),
    has_placeholder_conflicts: dialogue.ambiguous,
    ...resultOf(session, driven),
  };
}
