import type { Report } from './report.ts';

/** The date and machine of a report. */
export const headingOf = ({ date, machine }: Pick<Report, 'date' | 'machine'>): readonly string[] => {
  const { processor, cores, memory, system, node, busy } = machine;
  return [
    `${date.slice(0, 10)}, ${processor}, ${cores} cores, ${memory} GiB, ${system}, Node ${node}`,
    `${busy} programs wanted a core at the start.`,
  ];
};

/** A table in Markdown: text in the first column, numbers in the others. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => cells[at]!.length)));
  return lines.map((cells) => {
    const padded = cells.map((cell, at) =>
      cell.startsWith('--')
        ? cell.padStart(widths[at]!, '-')
        : at === 0
          ? cell.padEnd(widths[at]!)
          : cell.padStart(widths[at]!),
    );
    return `| ${padded.join(' | ')} |`;
  });
}
