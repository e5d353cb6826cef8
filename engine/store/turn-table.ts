import type { AgentTurn, OutsideTurn, RunId, SimSpan, SimTime, Turn } from '../model/index.ts';
import {
  type Crc32,
  jsonOf,
  runKeyOf,
  readList,
  RowChecksum,
  textColumn,
  readTextColumn,
} from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import type { ExchangeTable } from './exchange-table.ts';

/** The number of tools that the agent called, and of tokens that its model read and wrote, if all its answers report them. */
export interface AgentEffort {
  readonly calls: number;
  readonly tokens?: number;
}

/** The turns of runs. */
export interface TurnTable {
  /** Writes turn number `nth` of `run`, or replaces it. */
  write(run: RunId, nth: number, turn: Turn): void;
  /** The turns of `run` from turn `from` on: up to `limit`, or all if `limit` is −1. */
  list(run: RunId, from: number, limit: number): readonly Turn[];
  /** The calls of `run` that servers answered. */
  ofWorld(run: RunId): readonly OutsideTurn[];
  /** The answered calls of the newest run of the scenario at `source` that has any. */
  lastOfWorld(source: string): readonly OutsideTurn[];
  effort(run: RunId): AgentEffort;
}

type TurnRow = readonly [
  run: number,
  nth: number,
  by: Turn['by'],
  time: SimTime,
  position: number,
  fired: number | null,
  actTime: SimTime | null,
  acted: number | null,
  entry: number | null,
  act: string,
  messages: string,
  question: string,
  answered: string,
  thinking: SimSpan,
  thought: string,
  elapsed: number,
  inputTokens: number | null,
  outputTokens: number | null,
];

type CheckedRow = readonly [...TurnRow, checksum: number];

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function turnTable(
  db: Database,
  crc32: Crc32,
  exchanges: Pick<ExchangeTable, 'link' | 'ofTurns'>,
): TurnTable {
  const checksum = new RowChecksum(crc32);
  const insert = db.prepare<[...TurnRow, number]>(
    `INSERT OR REPLACE INTO turn VALUES (${Array.from({ length: 19 }, () => '?').join()})`,
  );
  const select = db
    .prepare<[number, number, number], CheckedRow>(
      'SELECT * FROM turn WHERE run = ? AND nth >= ? ORDER BY nth LIMIT ?',
    )
    .raw();
  const selectWorld = db
    .prepare<[number], CheckedRow>("SELECT * FROM turn WHERE run = ? AND by = 'world' ORDER BY nth")
    .raw();
  const selectLast = db
    .prepare<[string], number>(
      `SELECT id FROM run WHERE source = ? AND EXISTS (SELECT 1 FROM turn WHERE turn.run = run.id AND by = 'world')
      ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const countCalls = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM entry JOIN entry_type ON entry_type.id = entry.type
      WHERE entry.id >= ? << 27 AND entry.id < (? + 1) << 27 AND kind = 'agent' AND status != 'skipped'`,
    )
    .pluck();
  const sumTokens = db
    .prepare<[number], number | null>(
      `SELECT iif(count(input_tokens + output_tokens) = count(*), sum(input_tokens + output_tokens), NULL) FROM turn
      WHERE run = ? AND by = 'agent' AND (
        input_tokens IS NOT NULL OR output_tokens IS NOT NULL
        OR EXISTS (SELECT 1 FROM turn_exchange WHERE turn_exchange.run = turn.run AND turn_exchange.turn = turn.nth)
      )`,
    )
    .pluck();

  const checkedTurn = (row: CheckedRow): Turn => {
    checksum.check(row, row.length - 1, row[18]);
    return readTurn(row);
  };

  const worldTurns = (key: number): readonly OutsideTurn[] =>
    selectWorld.all(key).map((row) =>
      readAt(
        () => `run r${row[0]}, turn ${row[1]}`,
        () => checkedTurn(row) as OutsideTurn,
      ),
    );

  return {
    write: (run, nth, turn) => {
      const row = rowOf(runKeyOf(run), nth, turn);
      insert.run(...row, checksum.of(row));
      if ('exchanges' in turn) exchanges.link(run, nth, turn.exchanges);
    },
    list: (run, from, limit) => {
      const made = exchanges.ofTurns(run);
      return select.all(runKeyOf(run), from, limit).map((row, index) =>
        readAt(
          () => `run r${row[0]}, turn ${from + index}`,
          () => {
            if (row[1] !== from + index) throw new DamageError('a row is missing');
            const own = made.get(row[1]);
            return own === undefined ? checkedTurn(row) : { ...checkedTurn(row), exchanges: own };
          },
        ),
      );
    },
    ofWorld: (run) => worldTurns(runKeyOf(run)),
    lastOfWorld: (source) => {
      const last = selectLast.get(source);
      return last === undefined ? [] : worldTurns(last);
    },
    effort: (run) => {
      const key = runKeyOf(run);
      const calls = countCalls.get(key, key)!;
      const tokens = sumTokens.get(key) ?? undefined;
      return tokens === undefined ? { calls } : { calls, tokens };
    },
  };
}

function rowOf(key: number, nth: number, turn: Turn): TurnRow {
  const { by, time, position } = turn;
  const head = [key, nth, by, time, position] as const;
  const act = textColumn(JSON.stringify(turn.act));
  if (turn.by === 'person' || turn.by === 'world')
    return [...head, 'fired' in turn ? turn.fired : null, null, null, null, act, ...NO_ANSWER];
  const { actTime = null, acted = null, entry = null, question, answered } = turn;
  const { thinking, thought, elapsed, tokens } = turn;
  const messages = textColumn(JSON.stringify(turn.messages));
  return [
    ...([...head, null, actTime, acted, entry, act, messages, question, answered] as const),
    ...([thinking, textColumn(thought), elapsed, tokens?.input ?? null, tokens?.output ?? null] as const),
  ];
}

/** The values of the columns that only agents' turns fill. */
const NO_ANSWER = ['[]', '', '', 0 as SimSpan, '', 0, null, null] as const;

function readTurn(row: CheckedRow): Turn {
  const [, , by, time, position, fired, actTime, acted, entry, act, messages, question, answered, ...rest] =
    row;
  const [thinking, thought, elapsed, input, output] = rest;
  const told = { time, position, act: jsonOf(readTextColumn(act)) };
  if (by === 'person' || by === 'world') return { by, ...told, ...(fired === null ? {} : { fired }) } as Turn;
  const turn = {
    by,
    ...told,
    messages: readList(readTextColumn(messages)),
    question,
    answered,
    thinking,
    thought: readTextColumn(thought),
    elapsed,
    ...(input === null && output === null
      ? {}
      : { tokens: { ...(input === null ? {} : { input }), ...(output === null ? {} : { output }) } }),
    ...(actTime === null || acted === null ? {} : { actTime, acted }),
    ...(entry === null ? {} : { entry }),
  };
  return turn as AgentTurn;
}
