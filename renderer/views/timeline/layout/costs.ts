import { bisectRight, scaleLinear } from 'd3';
import type { CostsOverTime } from '../../../../preload/contract.ts';
import type { Ground } from './bins.ts';
import { FLAG_FAILED } from './columns.ts';
import { type Glyph, type Span } from './entries.ts';
import { KINDS, middleOf } from './lanes.ts';

const PADDING = 4; // CSS px, left free above and below
const BAR = 3; // CSS px, the width of an answer
const MIN_SPAN = 4; // CSS px: a shorter call is its glyph alone

/** Answers of models as the timeline draws them: what each cost, and all up to it. */
export interface CostLane {
  readonly costs: CostsOverTime;
  /** Known dollars up to and with each answer; tokens where no answer has a price. */
  readonly sums: readonly number[];
  readonly isPriced: boolean;
  /** The most tokens of an answer. */
  readonly most: number;
}

/** The lane of what models cost in a run; `undefined` where nothing is known of that. */
export function costLane(costs: CostsOverTime | undefined): CostLane | undefined {
  const { answers } = costs ?? {};
  if (costs === undefined || answers === undefined || answers.length === 0) return undefined;
  const isPriced = answers.some(({ cost = 0 }) => cost > 0);
  let sum = 0;
  const sums = answers.map(
    ({ input = 0, output = 0, cost = 0 }) => (sum += isPriced ? cost : input + output),
  );
  return {
    costs,
    sums,
    isPriced,
    most: answers.reduce((most, { input = 0, output = 0 }) => Math.max(most, input + output), 0),
  };
}

/** An answer as a bar: what the model read below what it wrote. CSS px. */
export interface CostBar {
  readonly x: number;
  readonly width: number;
  readonly read: number;
  readonly written: number;
}

/** The drawing of a cost lane: bars, and a line for the sum so far. */
export interface CostPicture {
  readonly y: number;
  readonly height: number;
  readonly width: number;
  readonly bars: readonly CostBar[];
  readonly line: readonly { readonly x: number; readonly y: number }[];
}

/** The answer under the pointer in the cost lane. */
export interface AnswerSpot {
  readonly form: 'answer';
  /** Its number. */
  readonly nth: number;
}

/** The top of the cost lane, which is above those of `probes`. */
const topOfCosts = ({ lanes }: Ground, probes: number): number =>
  lanes.top - (probes + 1) * lanes.heights.probe;

/** Where an answer is: at its time, or before the entry that came after it. */
function xOf({ axis, x, columns }: Ground, answer: CostsOverTime['answers'][number]): number {
  const { time } = answer;
  if (axis.clock === 'simulated') return x(axis.placeAt(time));
  const position = answer.position ?? bisectRight(columns.times, time, 0, columns.count);
  return x(axis.clock === 'entry' ? axis.placeOf(position) - 0.5 : axis.placeOf(position - 1));
}

/** Lays out the cost lane. Pure; linear in the answers. `probes` is the number of lanes below it. */
export function layOutCosts(lane: CostLane, ground: Ground, probes: number): CostPicture {
  const height = ground.lanes.heights.probe;
  const room = height - 2 * PADDING;
  const [, width = 0] = ground.x.range();
  const y = topOfCosts(ground, probes);
  const tokens = scaleLinear([0, Math.max(1, lane.most)], [0, room]);
  const sums = scaleLinear([0, lane.sums.at(-1) || 1], [y + height - PADDING, y + PADDING]);
  const bars: CostBar[] = [];
  const line: { x: number; y: number }[] = [];
  lane.costs.answers.forEach((answer, index) => {
    const x = xOf(ground, answer);
    // The line goes on to the first answer beyond either edge.
    if (x < 0) line.length = 0;
    if (x <= width || line.length === 0 || line.at(-1)!.x <= width)
      line.push({ x, y: sums(lane.sums[index]!) });
    if (x >= -BAR && x <= width)
      bars.push({ x, width: BAR, read: tokens(answer.input ?? 0), written: tokens(answer.output ?? 0) });
  });
  return { y, height, width, bars, line };
}

/** The answer that was given last at a point in the cost lane, if any. */
export function answerAt(
  lane: CostLane | undefined,
  ground: Ground,
  probes: number,
  { x, y }: { readonly x: number; readonly y: number },
): AnswerSpot | undefined {
  const top = topOfCosts(ground, probes);
  if (lane === undefined || y < top || y >= top + ground.lanes.heights.probe) return undefined;
  const index = lane.costs.answers.findLastIndex((answer) => xOf(ground, answer) <= x + 1);
  return index === -1 ? undefined : { form: 'answer', nth: index };
}

/** Lays out the calls whose duration is known, if time is what the timeline is drawn along. Linear in these calls. */
export function layOutSpans(
  costs: CostsOverTime | undefined,
  { columns, axis, lanes, x }: Ground,
  glyphs: ReadonlyMap<number, Glyph>,
): readonly Span[] {
  if (costs === undefined || axis.clock !== 'simulated') return [];
  const [, right = 0] = x.range();
  return costs.calls.flatMap(({ entry, elapsed }): readonly Span[] => {
    const lane = entry < columns.count ? lanes.ofGroup[columns.groupOf[entry]!]! : -1;
    if (lane < 0) return [];
    const start = x(axis.placeOf(entry));
    const width = x(axis.placeAt(axis.values[entry]! + elapsed * 1_000)) - start;
    if (width < MIN_SPAN || start > right || start + width < 0) return [];
    return [
      {
        form: 'span',
        x: start,
        y: glyphs.get(entry)?.y ?? middleOf(lanes, lane),
        width,
        index: entry,
        kind: KINDS[columns.kinds[entry]!]!,
        failure: (columns.flags[entry]! & FLAG_FAILED) !== 0,
      },
    ];
  });
}
