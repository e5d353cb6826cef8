import { expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { RunSummary } from '../../../../engine/model/index.ts';
import { importTraceText } from '../../../../main/host/import/import-file.ts';
import { agentLines, agentLogs } from '../../../../main/host/inspect/transcript.ts';
import { chatting, kitchen } from '../../../engine/are/traces.ts';
import { openDatabase, packing } from '../../../open-database.ts';

const hint = (event: string, content: string): object => ({
  hint_type: 'TASK_HINT',
  content,
  associated_event_id: event,
});

function imported(): { store: Store; run: RunSummary } {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const definition = {
    scenario_id: 'kitchen',
    start_time: 1000,
    hints: [hint('ask', 'Green tea.'), hint('thanks', 'It is never said.')],
  };
  const trace = kitchen({
    metadata: { definition },
    completed_events: [chatting('ask', 'send_message_to_agent', 'Tea!', { event_type: 'USER' })],
  });
  return { store, run: importTraceText(store, JSON.stringify(trace), 'kitchen.json') };
}

it('shows a hint below the entry of its event', () => {
  const { store, run } = imported();

  expect(agentLines(store, run, 0).lines.map(({ kind, index, text }) => [kind, index, text])).toEqual([
    ['asked', 0, expect.stringContaining('Tea!')],
    ['hint', 0, 'Green tea.'],
  ]);
});

it('shows the hints for events that a trace did not record at its start', () => {
  const { store, run } = imported();

  expect(agentLogs(store, run)).toMatchObject([
    { kind: 'hint', time: run.start, index: undefined, title: 'task', text: 'It is never said.' },
  ]);
});
