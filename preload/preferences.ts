import * as z from 'zod';

/** How the person likes the workbench. */
export const preferences = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Of the window's text, CSS px. */
  fontSize: z.int().min(10).max(24),
  /** Entries a second that replaying begins with. */
  speed: z.number().positive().max(1000),
  /** Whether saving a scenario runs it. */
  rerunOnSave: z.boolean(),
  /** What each lane stands for, what the timeline is drawn along, and whether long gaps are cut out. */
  timeline: z.strictObject({
    lanes: z.enum(['app', 'actor', 'kind']),
    clock: z.enum(['simulated', 'entry', 'wall']),
    skipGaps: z.boolean(),
  }),
  /** Keys that are not those of the registry, by command. */
  keys: z.record(z.string().max(100), z.array(z.string().min(1).max(40)).max(4)),
});

export type Preferences = z.output<typeof preferences>;
