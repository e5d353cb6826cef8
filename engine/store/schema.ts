import { NO_CLOCK, truncate } from '../model/index.ts';
import type { Database } from './database.ts';
import { StoreError } from './errors.ts';
import { COUNTED_SQL, RESULT_SQL } from './result-columns.ts';

/** "Orry" in ASCII, which distinguishes Orrery's files from other programs' databases. */
const APPLICATION_ID = 0x4f727279;

/** SQL for the number of requests that were answered without token counts. */
const UNCOUNTED_SQL = `count(*) FILTER (
      WHERE exchange.answer IS NOT NULL AND (exchange.input_tokens IS NULL OR exchange.output_tokens IS NULL)
    )`;

/**
 * SQL for the costs of requests, as columns with their tables. Tokens are sums of the servers' counts, and NULL if there are
 * none; `uncounted` requests were answered without counts. The price per million tokens is that of the time of the request; the
 * cost is NULL without a price, with uncounted requests, or with several currencies. Input counts as cached if the server says
 * so.
 */
export const COST_SUMS_SQL = `
    count(*) AS requests, sum(coalesce(json_array_length(exchange.failed), 0)) AS failed_tries,
    ${UNCOUNTED_SQL} AS uncounted, sum(exchange.input_tokens) AS input_tokens,
    iif(count(exchange.cached_tokens) = count(exchange.input_tokens), sum(exchange.cached_tokens), NULL) AS cached_tokens,
    sum(exchange.output_tokens) AS output_tokens,
    iif(count(exchange.reasoning_tokens) = count(exchange.output_tokens), sum(exchange.reasoning_tokens), NULL) AS reasoning_tokens,
    sum(exchange.elapsed) / 1000.0 AS thinking_seconds,
    CASE WHEN ${UNCOUNTED_SQL} = 0 AND count(DISTINCT coalesce(price.text ->> '$.currency', '')) = 1 THEN sum(
      (exchange.input_tokens - coalesce(exchange.cached_tokens, 0)) * (price.text ->> '$.input')
      + coalesce(exchange.cached_tokens, 0) * coalesce(price.text ->> '$.cached', price.text ->> '$.input')
      + exchange.output_tokens * (price.text ->> '$.output')
    ) / 1e6 END AS cost,
    CASE WHEN count(DISTINCT coalesce(price.text ->> '$.currency', '')) = 1 THEN max(price.text ->> '$.currency') END AS currency
  FROM turn_exchange
  JOIN exchange ON exchange.id = turn_exchange.exchange
  LEFT JOIN content AS price ON price.id = exchange.price`;

/** SQL for costs without repeated requests: a request that an earlier run made costs nothing. */
export const COSTS_SQL = `${COST_SUMS_SQL}
  WHERE NOT EXISTS (
    SELECT 1 FROM turn_exchange AS earlier
    WHERE earlier.exchange = turn_exchange.exchange AND earlier.run < turn_exchange.run
  )`;

/**
 * The version of the schema. A new version may add tables, columns and indexes, and leave some out; `copyOlder` in upgrade.ts has
 * the rules. Versions before the oldest were never released.
 */
const SCHEMA_VERSION = 37;
const OLDEST_VERSION = 29;

/** Databases up to this size in bytes are checked completely when they are opened. */
const MAX_CHECKED_ON_OPENING = 8 * 1024 * 1024;

/** The tables. `docs/database.md` describes each column. */
const TABLES = `
  -- One row a run. Lists show the columns before 'verdict', and read neither the others nor a log.
  CREATE TABLE run (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,   -- the number in r12; never given twice
    scenario      TEXT    NOT NULL,
    source        TEXT    NOT NULL,                    -- the scenario's file in the workspace, or the trace's name
    state         TEXT    NOT NULL,
    mode          TEXT    NOT NULL,                    -- oracle, plain or trace
    seed          INTEGER NOT NULL,
    started_at    INTEGER NOT NULL,                    -- wall clock, milliseconds since the Unix epoch
    ended_at      INTEGER,                             -- the same
    start         INTEGER NOT NULL,                    -- simulated microseconds since the Unix epoch
    now           INTEGER NOT NULL,                    -- the same, of the last entry
    entries       INTEGER NOT NULL DEFAULT 0,
    passed        INTEGER,                             -- 1 or 0; NULL when it was not judged
    log_hash      TEXT,                                -- SHA-256 in hex
    log_hash_version INTEGER,                          -- hashes of different versions cannot be compared
    tags          TEXT    NOT NULL DEFAULT '[]',       -- JSON list of texts, by people
    scenario_tags TEXT    NOT NULL DEFAULT '[]',       -- JSON list of texts, by the scenario
    baseline      INTEGER,                             -- 1 for the run that the others of its scenario are compared with
    outcome       TEXT,                                -- of the verdict: passed, failed or not-judged; NULL without one
    shortfall     TEXT,                                -- the first reason why it did not pass
    ending        TEXT,                                -- why it ended early
    agent         TEXT    NOT NULL,                    -- the last player of the agent: a command, a script's path, or a mode
    variant       TEXT,
    failures      REAL    NOT NULL,                    -- share of the agent's calls that fail on purpose
    noise         REAL    NOT NULL,                    -- events a minute
    parent        TEXT,                                -- of branches: the run, such as r12
    note_count    INTEGER NOT NULL DEFAULT 0,
    changed       INTEGER NOT NULL DEFAULT 0,          -- rises with every write of a run: larger than that of all earlier writes
    job_id        TEXT,                                -- of runs of a sweep
    settled       INTEGER NOT NULL DEFAULT 0,          -- 1 when it has ended and is judged
    job_checksum  INTEGER,                             -- of the four columns of the index of jobs
    verdict       TEXT,                                -- JSON: outcome, sentence and what they rest on
    remarks       TEXT    NOT NULL,                    -- JSON list of { kind, text }: why it ended early, what an import left out, what was printed
    origin        TEXT,                                -- JSON, of branches
    choices       TEXT,                                -- JSON: variant, agent, noise and the like
    runtime       TEXT,                                -- JSON: versions of V8, Unicode and ICU; NULL when the log was only read
    job           TEXT,                                -- JSON, of runs of a sweep
    owner         TEXT,                                -- the process that writes it, while one does
    parts         TEXT    NOT NULL,                    -- JSON: CRC-32 of what other tables hold of the run
    details_checksum INTEGER NOT NULL,                 -- of the columns that lists do not show
    checksum      INTEGER NOT NULL                     -- of those that they show
  ) STRICT;
  CREATE INDEX run_owner ON run (owner) WHERE owner IS NOT NULL;
  CREATE INDEX run_baseline ON run (scenario) WHERE baseline;
  CREATE INDEX run_changed ON run (changed);
  CREATE INDEX run_job ON run (id, job_id, settled, log_hash, job_checksum) WHERE job_id IS NOT NULL;

  -- Runs that are gone, so that who has read the list learns of it.
  CREATE TABLE removed_run (
    changed INTEGER PRIMARY KEY,                       -- goes on from run.changed
    run     INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE app (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    name  TEXT    NOT NULL,
    class TEXT,                                        -- such as EmailClientV2; NULL when the run does not list the app
    known INTEGER,                                     -- 1 when Orrery has the app, 0 when its state is only recorded
    checksum INTEGER NOT NULL                          -- of the row
  ) STRICT;
  CREATE INDEX app_run ON app (run, name);

  -- What many entries have alike, of all runs, each once.
  CREATE TABLE entry_type (
    id       INTEGER PRIMARY KEY,
    kind     TEXT    NOT NULL,
    status   TEXT    NOT NULL,                         -- done, failed, skipped or no-result
    verdict  TEXT,                                     -- of conditions and validations
    app      TEXT,
    tool     TEXT,
    effect   TEXT,                                     -- read or write
    oracle   INTEGER,                                  -- 1 or 0
    checksum INTEGER NOT NULL                          -- of the row
  ) STRICT;

  -- One row an entry of a log. Rows are numbered run * 2^27 + position, so that the rows of a run are neighbours.
  CREATE TABLE entry (
    id                 INTEGER PRIMARY KEY,
    run                INTEGER NOT NULL AS (id >> 27) VIRTUAL,
    position           INTEGER NOT NULL AS (id & 0x7ffffff) VIRTUAL,
    time               INTEGER NOT NULL,               -- simulated microseconds since the Unix epoch
    due                INTEGER NOT NULL,               -- the same
    type               INTEGER NOT NULL,               -- entry_type.id
    event              TEXT    NOT NULL,
    causes             TEXT,                           -- JSON list of positions; NULL when there are none
    result             TEXT,                           -- JSON; NULL for null
    arguments          TEXT,                           -- JSON object
    condition          TEXT,                           -- name of the condition
    attempt            INTEGER,
    change_count       INTEGER NOT NULL,
    changed_app        INTEGER,                        -- app.id when all changes are of one app
    error_type         TEXT,                           -- from here on, what few entries have
    error_message      TEXT,
    error_stack        TEXT,
    error_native       INTEGER,                        -- 1 or NULL
    skip_reason        TEXT,
    resolved_arguments TEXT,                           -- JSON object, where it differs from arguments
    nested_calls       TEXT,                           -- JSON list; NULL when there are none
    direct             INTEGER,                        -- 1 or NULL
    quiet              INTEGER,                        -- 1 or NULL
    answers_other      INTEGER,                        -- 1 or NULL
    refused            INTEGER,                        -- 1 or NULL
    waited             TEXT,                           -- told or timed-out
    observations       TEXT,                           -- JSON list, by agent validations
    achieved           TEXT,                           -- JSON list of names of milestones
    open               TEXT,                           -- the same
    tripped            TEXT,                           -- JSON list of names of minefields
    milestones         TEXT,                           -- JSON list of names
    minefields         TEXT,                           -- JSON list of names
    timeout            INTEGER,                        -- ticks
    wait               TEXT,                           -- JSON object: the call whose caller begins to wait, and until when
    checksum           INTEGER NOT NULL                -- of the row
  ) STRICT;

  -- What an entry changed in one app. Rows are numbered app.id * 2^27 + position.
  CREATE TABLE change (
    id       INTEGER PRIMARY KEY,
    app      INTEGER NOT NULL AS (id >> 27) VIRTUAL,
    position INTEGER NOT NULL AS (id & 0x7ffffff) VIRTUAL,
    changes  TEXT    NOT NULL,                         -- JSON list
    places   TEXT,                                     -- JSON list: which of the entry's changes these are, when it changed several apps
    checksum INTEGER NOT NULL                          -- of the row
  ) STRICT;

  -- An app's whole state now and then: a cache of the changes, but for position -1, which is the beginning.
  CREATE TABLE snapshot (
    app      INTEGER NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,                         -- the entry that it follows
    length   INTEGER NOT NULL,                         -- characters of the state as JSON
    state    ANY     NOT NULL,                         -- JSON as text; compressed by zlib when it is long
    checksum INTEGER NOT NULL,                         -- of the row
    PRIMARY KEY (app, position)
  ) STRICT;

  -- When entries were written, batch by batch. Apart from the log, which is the same whenever it was written.
  CREATE TABLE commit_batch (
    run     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    first   INTEGER NOT NULL,                          -- positions of the batch's first and last entry
    last    INTEGER NOT NULL,
    elapsed INTEGER NOT NULL,                          -- wall clock, milliseconds since the run began
    checksum INTEGER NOT NULL,                         -- of the row
    PRIMARY KEY (run, last)
  ) STRICT, WITHOUT ROWID;

  -- The turns of those who act in a run from outside, in their order: the agent that is asked, and the person. A run repeats
  -- from its plan, its seed and its turns.
  CREATE TABLE turn (
    run           INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    nth           INTEGER NOT NULL,
    by            TEXT    NOT NULL,                    -- agent, user (a model), person, or world: a call answered from outside
    time          INTEGER NOT NULL,                    -- of the question or the act: simulated microseconds since the Unix epoch
    position      INTEGER NOT NULL,                    -- number of log entries before it
    fired         INTEGER,                             -- a person's act among the events of its time: how many had fired
    act_time      INTEGER,                             -- when an agent's act was carried out
    acted         INTEGER,                             -- number of log entries before that
    entry         INTEGER,                             -- position of the entry of an agent's call
    act           TEXT    NOT NULL,                    -- JSON: a call, a wait, …
    messages      TEXT    NOT NULL,                    -- JSON list: what an agent was told
    question      TEXT    NOT NULL,                    -- SHA-256 of the question, in hex
    answered      TEXT    NOT NULL,                    -- of the question that the answer was given to
    thinking      INTEGER NOT NULL,                    -- simulated microseconds
    thought       TEXT    NOT NULL,
    elapsed       INTEGER NOT NULL,                    -- wall clock, milliseconds
    input_tokens  INTEGER,
    output_tokens INTEGER,
    checksum      INTEGER NOT NULL,                    -- of the row
    PRIMARY KEY (run, nth)
  ) STRICT, WITHOUT ROWID;

  -- Texts of exchanges with models, each once.
  CREATE TABLE content (
    id       INTEGER PRIMARY KEY,
    key      INTEGER NOT NULL,                         -- the first 48 bits of the text's SHA-256
    text     TEXT    NOT NULL,                         -- its beginning
    checksum INTEGER NOT NULL                          -- of the whole text
  ) STRICT;
  CREATE INDEX content_key ON content (key);

  -- The further parts of texts: a page holds eight of them, but only one text of half its size.
  CREATE TABLE content_part (
    id   INTEGER PRIMARY KEY,                          -- content.id * 65536 + number of the part
    text TEXT NOT NULL
  ) STRICT;

  -- The messages of requests. A request is named by its last message.
  CREATE TABLE prompt (
    id       INTEGER PRIMARY KEY,
    before   INTEGER NOT NULL,                         -- prompt.id of the message before it; 0 for a first message
    message  INTEGER NOT NULL,                         -- content.id of its JSON
    checksum INTEGER NOT NULL,                         -- of the row
    UNIQUE (before, message)
  ) STRICT;

  CREATE TABLE exchange (
    id               INTEGER PRIMARY KEY,
    hash             TEXT    NOT NULL,                 -- SHA-256 of the request as JSON, in hex
    prompt           INTEGER NOT NULL,                 -- prompt.id of the last message
    body             INTEGER NOT NULL,                 -- content.id: the request without its messages, as JSON
    server           INTEGER NOT NULL,                 -- content.id: what the server says of itself, as JSON
    asked_at         INTEGER NOT NULL,                 -- wall clock, milliseconds since the Unix epoch
    elapsed          INTEGER NOT NULL,                 -- wall clock, milliseconds
    input_tokens     INTEGER,
    cached_tokens    INTEGER,                          -- of the input
    output_tokens    INTEGER,
    reasoning_tokens INTEGER,                          -- of the output
    failed           TEXT,                             -- JSON list of tries that failed; NULL when there are none
    answer           TEXT,                             -- text, reasoning, calls and why it stopped, as JSON
    raw              INTEGER NOT NULL,                 -- content.id: the answer as it came
    original         TEXT,                             -- the model's own answer, where a person replaced it
    by               TEXT    NOT NULL,                 -- who asked: agent, user or judge
    price            INTEGER,                          -- content.id: of a million tokens of the model then, as JSON
    checksum         INTEGER NOT NULL                  -- of the row
  ) STRICT;
  CREATE INDEX exchange_hash ON exchange (substr(hash, 1, 12));

  -- The exchanges of a turn. A branch that repeats a turn has the same ones.
  CREATE TABLE turn_exchange (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    turn     INTEGER NOT NULL,                         -- turn.nth, also of a turn that was not answered
    nth      INTEGER NOT NULL,
    exchange INTEGER NOT NULL REFERENCES exchange (id),
    PRIMARY KEY (run, turn, nth)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX turn_exchange_exchange ON turn_exchange (exchange);

  CREATE TABLE plan (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE hint (
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    nth   INTEGER NOT NULL,
    event TEXT    NOT NULL,
    kind  TEXT    NOT NULL,                            -- task or environment
    text  TEXT    NOT NULL,
    PRIMARY KEY (run, nth)
  ) STRICT, WITHOUT ROWID;

  -- What came with an imported trace besides its log.
  CREATE TABLE trace_extras (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT;

  -- Texts of scenarios and of what they import. Each is kept once, however many runs used it.
  CREATE TABLE source (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX source_length ON source (length(text));
  CREATE TABLE run_file (
    run    INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    path   TEXT    NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    PRIMARY KEY (run, path)
  ) STRICT;
  CREATE INDEX run_file_source ON run_file (source);

  -- What imported runs came together in: a log of an evaluation, the results of a benchmark, a folder.
  CREATE TABLE run_set (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    key       TEXT    NOT NULL UNIQUE,                 -- the same for the same set, whichever copy of its file is imported
    name      TEXT    NOT NULL,
    tool      TEXT    NOT NULL,                        -- such as Inspect
    benchmark TEXT,
    model     TEXT,
    created   INTEGER,                                 -- wall clock, milliseconds since the Unix epoch
    tasks     TEXT    NOT NULL,                        -- JSON list of names
    scorers   TEXT    NOT NULL,                        -- the same
    details   TEXT    NOT NULL,                        -- JSON object: what the tool says of the whole
    checksum  INTEGER NOT NULL                         -- of the row
  ) STRICT;

  -- The bytes that imported runs were read from, each once.
  CREATE TABLE original (
    id       INTEGER PRIMARY KEY,
    hash     TEXT    NOT NULL UNIQUE,                  -- SHA-256 of the bytes, in hex
    label    TEXT    NOT NULL,                         -- name of the file, and the place in it
    length   INTEGER NOT NULL,                         -- bytes
    bytes    BLOB,                                     -- as they were, packed by zlib; NULL when they were too many to keep
    checksum INTEGER NOT NULL                          -- of the row, without the bytes: their hash is the one above
  ) STRICT;

  -- What an imported run attempted, with what, and what it cost.
  CREATE TABLE attempt (
    run              INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    run_set          INTEGER REFERENCES run_set (id),  -- NULL for one that came alone
    task             TEXT    NOT NULL,
    attempt          INTEGER NOT NULL,                 -- from 1
    tool             TEXT    NOT NULL,                 -- such as Inspect
    model            TEXT,
    agent            TEXT,
    input_tokens     INTEGER,
    cached_tokens    INTEGER,                          -- of the input
    output_tokens    INTEGER,
    reasoning_tokens INTEGER,                          -- of the output
    cost             REAL,                             -- US dollars
    duration         REAL,                             -- wall clock, seconds
    errors           INTEGER NOT NULL,                 -- tool calls that failed
    content          TEXT    NOT NULL,                 -- SHA-256 of what was recorded, in hex
    original         INTEGER REFERENCES original (id),
    expected         TEXT,                             -- the right answer, or the calls that the task needs
    checksum         INTEGER NOT NULL                  -- of the row
  ) STRICT;
  CREATE INDEX attempt_set ON attempt (run_set, task);
  CREATE INDEX attempt_content ON attempt (content);
  CREATE INDEX attempt_original ON attempt (original);

  -- What scorers made of an attempt.
  CREATE TABLE score (
    run         INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    nth         INTEGER NOT NULL,
    scorer      TEXT    NOT NULL,
    value       REAL,                                  -- the score as a number, where it is one or stands for one
    label       TEXT    NOT NULL,                      -- the score as the file has it
    passed      INTEGER,                               -- 1 or 0; NULL where the score does not say
    answer      TEXT,                                  -- what the scorer took from the attempt
    explanation TEXT,
    checksum    INTEGER NOT NULL,                      -- of the row
    PRIMARY KEY (run, nth)
  ) STRICT, WITHOUT ROWID;

  -- How runs were judged. A run may have a verdict of the judge for each configuration.
  CREATE TABLE judge_configuration (
    id   INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,                         -- SHA-256 of its canonical form, in hex
    json TEXT NOT NULL,                                -- in the names of ARE's judge
    checksum INTEGER NOT NULL                          -- of the row
  ) STRICT;
  CREATE TABLE judgement (
    id            INTEGER PRIMARY KEY,
    run           INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    configuration INTEGER NOT NULL REFERENCES judge_configuration (id),
    outcome       TEXT    NOT NULL,                    -- passed, failed or not-judged
    sentence      TEXT    NOT NULL,
    position      INTEGER,                             -- the entry that the sentence is about
    evidence      TEXT    NOT NULL,                    -- JSON
    evidence_checksum INTEGER NOT NULL,                -- CRC-32 of the evidence
    checksum      INTEGER NOT NULL,                    -- of the rest of the row
    UNIQUE (run, configuration)
  ) STRICT;
  CREATE INDEX judgement_configuration ON judgement (configuration);

  -- What people wrote about runs.
  CREATE TABLE note (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    text  TEXT    NOT NULL,
    tags  TEXT    NOT NULL,                            -- JSON list of texts
    first INTEGER,                                     -- positions of the entries that it is about; NULL for the whole run
    last  INTEGER,
    value TEXT,                                        -- JSON: the app and path that it is about
    made  INTEGER NOT NULL                             -- wall clock, milliseconds since the Unix epoch
  ) STRICT;
  CREATE INDEX note_run ON note (run);`;

/** SQL for the next value of `run.changed`: larger than the value of every run and every removed run. */
export const NEXT_CHANGE =
  '(SELECT 1 + max(coalesce((SELECT max(changed) FROM run), 0), coalesce((SELECT max(changed) FROM removed_run), 0)))';

/** Triggers that keep tables consistent. */
const TRIGGERS = `
  CREATE TRIGGER run_removed AFTER DELETE ON run BEGIN
    INSERT INTO removed_run VALUES (max(${NEXT_CHANGE}, old.changed + 1), old.id);
    DELETE FROM entry WHERE id BETWEEN old.id << 27 AND (old.id << 27) + 0x7ffffff;
    DELETE FROM entry_text WHERE rowid BETWEEN old.id << 27 AND (old.id << 27) + 0x7ffffff;
    DELETE FROM entry_argument WHERE run = old.id;
  END;
  CREATE TRIGGER app_removed AFTER DELETE ON app BEGIN
    DELETE FROM change WHERE id BETWEEN old.id << 27 AND (old.id << 27) + 0x7ffffff;
  END;
  CREATE TRIGGER run_file_removed AFTER DELETE ON run_file BEGIN
    DELETE FROM source WHERE id = old.source AND NOT EXISTS (SELECT 1 FROM run_file WHERE source = old.source);
  END;
  CREATE TRIGGER attempt_removed AFTER DELETE ON attempt BEGIN
    DELETE FROM run_set WHERE id = old.run_set AND NOT EXISTS (SELECT 1 FROM attempt WHERE run_set = old.run_set);
    DELETE FROM original WHERE id = old.original AND NOT EXISTS (SELECT 1 FROM attempt WHERE original = old.original);
  END;
  CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
    INSERT INTO note_text (rowid, text, tags) VALUES (new.id, new.text, new.tags);
  END;
  CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN
    INSERT INTO note_text (note_text, rowid, text, tags) VALUES ('delete', old.id, old.text, old.tags);
  END;
  CREATE TRIGGER note_changed AFTER UPDATE ON note BEGIN
    INSERT INTO note_text (note_text, rowid, text, tags) VALUES ('delete', old.id, old.text, old.tags);
    INSERT INTO note_text (rowid, text, tags) VALUES (new.id, new.text, new.tags);
  END;`;

/** Full-text indexes. The index of entries is a cache: a run is indexed when it is first searched. */
const SEARCH_INDEXES = `
  CREATE VIRTUAL TABLE entry_text USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TABLE entry_argument (
    run      INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,
    value    TEXT    NOT NULL,                         -- in small letters; JSON when it is not a text
    PRIMARY KEY (run, name, position)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE note_text USING fts5 (
    text, tags, content = 'note', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );`;

/** SQL for the seconds from the start of a run to `time`; NULL if the recording has no times. */
const secondsSql = (time: string): string =>
  `iif(run.start < ${NO_CLOCK}, NULL, (${time} - run.start) / 1e6)`;

/** Views for people's queries: runs have the names shown in the window, and times are also given in seconds. */
const VIEWS = `
  CREATE VIEW entries AS
  SELECT
    entry.id, 'r' || run.id AS run, entry.position, entry.time, ${secondsSql('entry.time')} AS seconds, entry.due,
    entry_type.kind, iif(entry_type.kind IN ('agent', 'user', 'environment'), entry_type.kind, NULL) AS actor, entry.event,
    entry.causes, entry_type.status, entry_type.app, entry_type.tool, entry_type.effect, entry.arguments,
    entry.resolved_arguments, entry.result, entry.error_type, entry.error_message, entry.error_stack, entry.error_native,
    entry.skip_reason, entry_type.oracle, entry.nested_calls, entry.direct, entry.quiet, entry.answers_other, entry.refused,
    entry.waited, entry.observations,
    entry.condition, entry.attempt, entry_type.verdict, entry.achieved, entry.open, entry.tripped, entry.milestones,
    entry.minefields, entry.timeout, entry.wait, entry.change_count
  FROM run
  JOIN entry ON entry.id BETWEEN run.id << 27 AND (run.id << 27) + 0x7ffffff
  CROSS JOIN entry_type ON entry_type.id = entry.type; -- CROSS, so that SQLite does not go through the log for each type

  CREATE VIEW tool_calls AS
  SELECT
    id, run, position, time, seconds, actor, app, tool, effect, coalesce(resolved_arguments, arguments) AS arguments,
    status, result, error_type, error_message, oracle, coalesce(direct, 0) AS direct, event, change_count
  FROM entries WHERE actor IS NOT NULL;

  CREATE VIEW changes AS
  SELECT
    'r' || run.id AS run, change.position, (run.id << 27) + change.position AS entry, app.name AS app,
    coalesce(change.places ->> ('$[' || one.key || ']'), one.key) AS place,
    one.value ->> '$.op' AS op, one.value -> '$.path' AS path,
    coalesce(one.value -> '$.value', one.value -> '$.insert') AS value,
    one.value ->> '$.at' AS at, one.value ->> '$.remove' AS removed
  FROM run
  JOIN app ON app.run = run.id
  JOIN change ON change.id BETWEEN app.id << 27 AND (app.id << 27) + 0x7ffffff
  JOIN json_each(change.changes) AS one;

  CREATE VIEW run_summary AS
  SELECT
    'r' || id AS run, scenario, variant, mode, seed, state, passed,
    shortfall, entries, ${secondsSql('now')} AS seconds,
    datetime(started_at / 1000.0, 'unixepoch') AS started, (ended_at - started_at) / 1e3 AS wall_seconds,
    coalesce(choices ->> '$.agent.command', choices ->> '$.script') AS agent, parent, origin ->> '$.at' AS branched_at,
    job ->> '$.sweep' AS sweep, job ->> '$.agent' AS sweep_agent, job ->> '$.settings' AS sweep_settings,
    tags, scenario_tags, source, log_hash, log_hash_version, ${RESULT_SQL} AS result, ${COUNTED_SQL} AS counted
  FROM run;

  CREATE VIEW verdicts AS
  SELECT
    'r' || run.id AS run, run.scenario, run.passed, one.value ->> '$.validation' AS validation,
    one.value ->> '$.check' AS check_name, one.value ->> '$.kind' AS kind, one.value ->> '$.status' AS status,
    one.value ->> '$.entry' AS position
  FROM run JOIN json_each(run.verdict, '$.checks') AS one;

  CREATE VIEW shortfalls AS
  SELECT
    'r' || run.id AS run, run.scenario, one.value ->> '$.reason' AS reason, one.value ->> '$.message' AS message,
    one.value ->> '$.entry' AS position
  FROM run JOIN json_each(run.verdict, '$.shortfalls') AS one;

  CREATE VIEW judgements AS
  SELECT
    'r' || judgement.run AS run, run.scenario, judge_configuration.hash AS configuration, judge_configuration.json AS settings,
    judgement.outcome, judgement.sentence, judgement.position
  FROM judgement
  JOIN run ON run.id = judgement.run
  JOIN judge_configuration ON judge_configuration.id = judgement.configuration;

  CREATE VIEW planned_events AS
  SELECT
    'r' || plan.run AS run, one.key AS nth, one.value ->> '$.id' AS event, one.value ->> '$.kind' AS kind,
    one.value ->> '$.action.app' AS app, one.value ->> '$.action.tool' AS tool,
    one.value -> '$.action.args' AS arguments, coalesce(one.value ->> '$.oracle', 0) AS oracle,
    one.value -> '$.timing' AS timing
  FROM plan JOIN json_each(plan.json, '$.events') AS one;

  CREATE VIEW dependencies AS
  SELECT
    'r' || plan.run AS run, event.value ->> '$.id' AS event,
    iif(edge.type = 'object', edge.value ->> '$.event', edge.value) AS predecessor,
    iif(edge.type = 'object', (edge.value ->> '$.delay') / 1e6, NULL) AS delay_seconds
  FROM plan
  JOIN json_each(plan.json, '$.events') AS event
  JOIN json_each(coalesce(event.value -> '$.timing.edges', event.value -> '$.timing.after')) AS edge;

  CREATE VIEW apps AS
  SELECT 'r' || run AS run, name AS app, class FROM app WHERE class IS NOT NULL;

  CREATE VIEW notes AS
  SELECT 'r' || run AS run, first, last, text, tags, value, datetime(made / 1000.0, 'unixepoch') AS made FROM note;

  CREATE VIEW sets AS
  SELECT
    id, name, tool, benchmark, model, datetime(created / 1000.0, 'unixepoch') AS created, tasks, scorers, details,
    (SELECT count(*) FROM attempt WHERE attempt.run_set = run_set.id) AS runs
  FROM run_set;

  CREATE VIEW attempts AS
  SELECT
    'r' || attempt.run AS run, run_set.name AS "set", attempt.run_set AS set_id, attempt.tool, run_set.benchmark, task, attempt,
    attempt.model, attempt.agent, run.passed, run.outcome, input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost,
    duration, errors, original.label AS original, expected
  FROM attempt
  JOIN run ON run.id = attempt.run
  LEFT JOIN run_set ON run_set.id = attempt.run_set
  LEFT JOIN original ON original.id = attempt.original;

  CREATE VIEW scores AS
  SELECT 'r' || run AS run, scorer, value, label, passed, answer, explanation FROM score;

  CREATE VIEW turns AS
  SELECT
    'r' || turn.run AS run, nth, by, position, entry, ${secondsSql('time')} AS seconds, act ->> '$.kind' AS act,
    coalesce(act ->> '$.tool', act ->> '$.call.tool') AS tool, coalesce(act -> '$.args', act -> '$.call.args') AS args, thinking / 1e6 AS thinking_seconds, thought, elapsed, input_tokens,
    output_tokens, question, question != answered AS answers_other
  FROM turn JOIN run ON run.id = turn.run;

  CREATE VIEW contents AS
  SELECT
    id,
    text || coalesce((
      SELECT group_concat(text, '') FROM (
        SELECT text FROM content_part WHERE id BETWEEN content.id << 16 AND (content.id << 16) + 65535 ORDER BY id
      )
    ), '') AS text
  FROM content;

  CREATE VIEW requests AS
  SELECT
    'r' || turn_exchange.run AS run, turn_exchange.turn, turn_exchange.nth, turn.entry, exchange.id AS exchange, exchange.hash,
    body.text ->> '$.model' AS model, answer ->> '$.text' AS text, answer ->> '$.reasoning' AS reasoning,
    answer -> '$.calls' AS calls, answer ->> '$.finish' AS finish, exchange.input_tokens, exchange.cached_tokens,
    exchange.output_tokens, exchange.reasoning_tokens, exchange.asked_at, exchange.elapsed, exchange.failed,
    exchange.original IS NOT NULL AS replaced, exchange.by,
    body.text AS body, server.text AS server, raw.text AS raw
  FROM turn_exchange
  JOIN exchange ON exchange.id = turn_exchange.exchange
  JOIN contents AS body ON body.id = exchange.body
  JOIN contents AS server ON server.id = exchange.server
  JOIN contents AS raw ON raw.id = exchange.raw
  LEFT JOIN turn ON turn.run = turn_exchange.run AND turn.nth = turn_exchange.turn;

  CREATE VIEW turn_costs AS
  SELECT 'r' || turn_exchange.run AS run, turn, exchange.by, ${COSTS_SQL}
  GROUP BY turn_exchange.run, turn, exchange.by;

  CREATE VIEW run_costs AS
  SELECT 'r' || turn_exchange.run AS run, exchange.by, count(DISTINCT turn) AS turns, ${COSTS_SQL}
  GROUP BY turn_exchange.run, exchange.by;

  CREATE VIEW request_messages AS
  WITH RECURSIVE messages (exchange, prompt, place, message) AS (
    SELECT exchange.id, prompt.before, 0, prompt.message FROM exchange JOIN prompt ON prompt.id = exchange.prompt
    UNION ALL
    SELECT messages.exchange, prompt.before, messages.place - 1, prompt.message
    FROM messages JOIN prompt ON prompt.id = messages.prompt
  )
  SELECT exchange, place, contents.text ->> '$.role' AS role, contents.text AS message
  FROM messages JOIN contents ON contents.id = messages.message;

  CREATE VIEW hints AS
  SELECT 'r' || run AS run, event, kind, text FROM hint;`;

/**
 * Refuses databases that the store must not touch, without writing.
 * @throws {StoreError} for an older or newer version, and another program's database.
 */
export function checkVersion(db: Database): void {
  const { version, isForeign } = databaseIdentity(db);
  if (isForeign)
    throw new StoreError(
      'store-foreign',
      db.name,
      'This database belongs to another program. Choose another file.',
    );
  if (version > SCHEMA_VERSION)
    throw new StoreError(
      'store-newer',
      db.name,
      `A newer Orrery wrote this database (version ${version}; this one reads ${SCHEMA_VERSION}). Open it with that one.`,
    );
  if (version > 0 && version < OLDEST_VERSION)
    throw new StoreError(
      'store-older',
      db.name,
      `An Orrery from before the first release wrote this database (version ${version}; this one reads ${OLDEST_VERSION} to ${SCHEMA_VERSION}). Move the file away to begin a new one.`,
    );
  if (version > 0 && version < SCHEMA_VERSION)
    throw new StoreError(
      'store-older',
      db.name,
      'An earlier Orrery wrote this database. Open it in the window, or with `orrery runs`, to upgrade it.',
    );
}

/** The version of an Orrery database that has to be upgraded before it is opened; `undefined` for any other. Does not write. */
export function olderVersion(db: Database): number | undefined {
  const { version, isForeign } = databaseIdentity(db);
  const isOlder = version >= OLDEST_VERSION && version < SCHEMA_VERSION;
  return isOlder && !isForeign ? version : undefined;
}

/**
 * Finds damage that row checksums cannot reveal, such as a missing row.
 * @throws {StoreError}
 */
export function checkStructure(db: Database): void {
  if (numberOf(db, 'page_count') * numberOf(db, 'page_size') > MAX_CHECKED_ON_OPENING) return;
  const found = String(db.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok')
    throw new StoreError(
      'store-damaged',
      db.name,
      `The database is damaged (${found.replaceAll(/\s+/g, ' ')}). Restore a copy of it, or move it away; nothing was changed.`,
    );
}

/**
 * Runs all checks for readers, and requires tables.
 * @throws {StoreError} as the checks do, and for an empty database.
 */
export function checkReadable(db: Database, ours: () => Schema): void {
  checkVersion(db);
  checkSchema(db, ours);
  checkStructure(db);
  if (numberOf(db, 'user_version') === 0)
    throw new StoreError('store-foreign', db.name, 'This database is empty. Choose one that holds runs.');
}

/** Creates all tables, or none if they exist. */
export function createSchema(db: Database): void {
  if (numberOf(db, 'user_version') === SCHEMA_VERSION) return;
  const create = db.transaction(() => {
    // Checked again: another process may have been faster.
    if (numberOf(db, 'user_version') === SCHEMA_VERSION) return;
    for (const part of [TABLES, SEARCH_INDEXES, TRIGGERS, VIEWS]) db.exec(part);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
  create.immediate();
}

/** Makes `first` the number of the first run of an empty database. */
export function numberRunsFrom(db: Database, first: number): void {
  db.exec(
    `INSERT INTO sqlite_sequence (name, seq) SELECT 'run', ${first - 1}
     WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'run')`,
  );
}

/** The tables, indexes, views and triggers of a database, by name. */
export type Schema = ReadonlyMap<string, SchemaObject>;

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  /** The table or view that the object belongs to. */
  readonly table: string;
  readonly sql: string | null;
}

/** The schema that this version of the store creates in an empty database `db`. */
export function schemaOfStore(db: Database): Schema {
  createSchema(db);
  return new Map(objectsIn(db).map((one) => [one.name, one]));
}

/** The maximum number of schema objects. */
const MAX_OBJECTS = 1_000;
/** The maximum length of a schema statement. */
const MAX_SQL = 20_000; // characters

const objectsIn = (db: Database): readonly SchemaObject[] =>
  db
    .prepare<[number, number], SchemaObject>(
      'SELECT type, name, tbl_name AS "table", substr(sql, 1, ?) AS sql FROM sqlite_schema LIMIT ?',
    )
    .all(MAX_SQL, MAX_OBJECTS + 1);

/**
 * Refuses databases in which another program's statements would run: objects that are not in `ours` may only be tables of plain
 * columns or indexes on columns, and objects in `ours` must be identical. Only reads the schema.
 * @throws {StoreError}
 */
export function checkSchema(db: Database, ours: () => Schema): void {
  const found = objectsIn(db);
  if (found.length === 0) return;
  const expected = ours();
  const refuse = (problem: string): never => {
    throw new StoreError('store-foreign', db.name, problem);
  };
  if (found.length > MAX_OBJECTS)
    refuse(
      `The database has more than ${MAX_OBJECTS.toLocaleString('en-US')} tables, indexes, views and triggers. Choose another.`,
    );
  for (const one of found) {
    const known = expected.get(one.name);
    const { type, name, table, sql } = one;
    const what = `${type} ${quoted(name)}`;
    if (known !== undefined) {
      if (known.type !== type || known.table !== table || known.sql !== sql)
        refuse(
          `The ${what} is not as Orrery makes it and could run anything. Restore a copy of the database, or choose another.`,
        );
    } else if (!isPlain(db, one))
      refuse(
        `The ${what} is not Orrery’s and could run anything. Remove it with DROP ${type.toUpperCase()}, or choose another database.`,
      );
  }
}

/** Whether another program's object holds data only. */
function isPlain(db: Database, { type, name, table, sql }: SchemaObject): boolean {
  if (type === 'index') {
    // SQLite makes it for a primary key or a unique column.
    if (sql === null) return true;
    const columns = db
      .prepare<[string], { readonly cid: number }>('SELECT cid FROM pragma_index_xinfo(?)')
      .all(name);
    const isPartial = db
      .prepare<[string, string], number>('SELECT partial FROM pragma_index_list(?) WHERE name = ?')
      .pluck()
      .get(table, name);
    return isPartial === 0 && columns.every(({ cid }) => cid !== EXPRESSION_COLUMN);
  }
  if (type !== 'table' || sql === null || /^CREATE\s+VIRTUAL/i.test(sql)) return false;
  const columns = db
    .prepare<[string], { readonly hidden: number }>('SELECT hidden FROM pragma_table_xinfo(?)')
    .all(name);
  const refers = db
    .prepare<[string], number>('SELECT count(*) FROM pragma_foreign_key_list(?)')
    .pluck()
    .get(name);
  return refers === 0 && columns.every(({ hidden }) => hidden === 0);
}

/** The column number of an expression in an index. */
const EXPRESSION_COLUMN = -2;

const quoted = (name: string): string => JSON.stringify(truncate(name, 80));

/**
 * The version of a database, and whether another program owns it. Read in one snapshot, because another process may just be
 * creating the tables.
 */
const databaseIdentity = (db: Database): { readonly version: number; readonly isForeign: boolean } =>
  db
    .transaction(() => {
      const version = numberOf(db, 'user_version');
      const application = numberOf(db, 'application_id');
      if (application === APPLICATION_ID) return { version, isForeign: false };
      const empty = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
      return { version, isForeign: application !== 0 || version !== 0 || !empty };
    })
    .deferred();

const numberOf = (db: Database, pragma: string): number => Number(db.pragma(pragma, { simple: true }));
