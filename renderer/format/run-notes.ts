/** What stands before each line that the agent's program wrote to its standard error, among a run's notes. */
const AGENT = 'agent: ';

/** The lines that the program which acts as the agent wrote to its standard error. */
export const agentWords = (notes: readonly string[]): readonly string[] =>
  notes.filter((note) => note.startsWith(AGENT)).map((note) => note.slice(AGENT.length));

/** What else there is to note of a run. */
export const notesBesideAgent = (notes: readonly string[]): readonly string[] =>
  notes.filter((note) => !note.startsWith(AGENT));
