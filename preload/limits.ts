/**
 * How much one call may ask for or answer. Main refuses what is more; the page reads the same values, so that it does not ask.
 *
 * In a file of its own, without the schemas: these are the only values of the contract that the page is built with.
 */
export const LIMITS = {
  /** Of a path, an event's name, a search text: whatever is a line. */
  lineCharacters: 1_000,
  /** Of a scenario's source. */
  sourceCharacters: 2_000_000,
  /** Of a value that an argument or a state gets, as JSON. */
  valueCharacters: 10_000_000,
  /** Lists and objects within one another in such a value. */
  valueDepth: 200,
  /** Of a trace or portable file, in bytes and in characters: reading more would hold everything up. */
  traceBytes: 100_000_000,
  /** Of a picture, in base64. */
  pictureCharacters: 40_000_000,
  /** Files dropped on the window at once. */
  droppedFiles: 100,
  /** Commands that menus are made of. */
  commands: 500,
  /** Log rows in one answer; ask again from where it ended. */
  rows: 20_000,
  /** Steps of a path into a state. */
  pathSteps: 200,
  /** Runs that the workspace's view lists, newest first; the library has them all. */
  listedRuns: 100,
  /** Runs that are found by words of their names, and how many words. */
  namedRuns: 20,
  namedWords: 20,
  /** Runs in one request, such as one to delete them. */
  runs: 100_000,
  /** Of a configuration of the judge, as JSON. */
  configurationCharacters: 1_000_000,
  /** Of a run or a note. */
  tags: 50,
  tagCharacters: 100,
  noteCharacters: 20_000,
  /** Terms of a query over the library. */
  queryTerms: 50,
  /** Terms of a search in a log. */
  searchTerms: 20,
  /** Jobs of a sweep in one answer, and reasons why jobs did not pass. */
  sweepJobs: 500,
  sweepReasons: 20,
  /** Agents of a sweep that the window makes, and how often each job is run. */
  sweepAgents: 50,
  sweepRepeats: 1_000,
  breakpoints: 200,
  probes: 50,
  probeCharacters: 2_000,
  probeNameCharacters: 100,
} as const;
