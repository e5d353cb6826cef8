/**
 * Limits of a call's request and answer. The main process refuses larger requests, and the page reads the same values, so as not to
 * send them. Where an answer has a limit, it holds the first of what there is; the page asks again for the rest.
 *
 * In a file without the schemas, because these are the only values of the contract in the page's bundle.
 */
export const LIMITS = {
  /** A path, an event's name, a search text or another single line. */
  lineCharacters: 1_000,
  /** A scenario's source. */
  sourceCharacters: 2_000_000,
  /** Texts that are not saved, in one request. */
  unsavedTexts: 50,
  /** A value for an argument or a state, as JSON. */
  valueCharacters: 10_000_000,
  /** A file that was dropped on the window. */
  droppedBytes: 100_000_000,
  /** A trace or portable file on disk, in bytes: V8 holds texts that are little longer. */
  importBytes: 400_000_000,
  /** A picture, in base64. */
  pictureCharacters: 40_000_000,
  /** Files dropped on the window at once. */
  droppedFiles: 100,
  /** The replay speed, in entries per second. */
  replaySpeed: 1_000,
  /** Commands in menus. */
  commands: 500,
  /** Log rows in one answer; ask again from its end. */
  rows: 20_000,
  /** Summaries of rows in one answer. Few, so that other calls need not wait long. */
  summaries: 2_000,
  /** Events of each group of the queue in one answer. */
  queuedEvents: 100_000,
  /** Steps of a path into a state. */
  pathSteps: 200,
  /** Files of one kind in the workspace's view, after which no further folder is read. */
  listedFiles: 10_000,
  /** Runs in the workspace's view, newest first; the library has all. */
  listedRuns: 100,
  /** Runs that the palette finds by words in their names. */
  namedRuns: 20,
  /** Words of such a search. */
  namedWords: 20,
  /** Runs in one answer of the library. */
  listedLines: 500,
  /** Runs in one request, such as one to delete them. */
  runs: 100_000,
  /** Runs that are compared at once: columns of a table that can still be read. */
  comparedRuns: 12,
  /** A configuration of the judge, as JSON. */
  configurationCharacters: 1_000_000,
  /** Tags of a run or a note. */
  tags: 50,
  tagCharacters: 100,
  noteCharacters: 20_000,
  /** Terms of a query over the library. */
  queryTerms: 50,
  /** Terms of a search in a log. */
  searchTerms: 20,
  /** Jobs of a sweep in one answer, and reasons for failures. */
  sweepJobs: 500,
  sweepReasons: 20,
  /** Scenarios, agents and settings of a sweep created in the window, and repeats of each job. */
  sweepScenarios: 200,
  sweepAgents: 50,
  /** Jobs that ask one server at the same time. */
  sweepAtOnce: 64,
  sweepSettings: 20,
  sweepRepeats: 1_000,
  breakpoints: 200,
  probes: 50,
  probeCharacters: 2_000,
  probeNameCharacters: 100,
  /** Models of a workspace. */
  models: 100,
  /** Calls in an answer of a model. */
  modelCalls: 100,
  /** Branches that ask a model the same again. */
  askedAgain: 100,
} as const;
