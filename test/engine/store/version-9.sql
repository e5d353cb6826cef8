CREATE TABLE source (
    id   INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
  ) STRICT;
CREATE INDEX source_length ON source (length(text));
CREATE TABLE run (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- RunId without its r; never given twice
    scenario   TEXT    NOT NULL,
    path       TEXT    NOT NULL,                  -- RunSummary.source
    text       INTEGER REFERENCES source (id),
    state      TEXT    NOT NULL,
    mode       TEXT    NOT NULL,
    seed       INTEGER NOT NULL,
    started_at INTEGER NOT NULL,                  -- wall clock, milliseconds since the Unix epoch
    start      INTEGER NOT NULL,                  -- simulated microseconds
    now        INTEGER NOT NULL,                  -- simulated microseconds
    entries    INTEGER NOT NULL DEFAULT 0,        -- rows in the log
    verdict    TEXT,                              -- JSON
    log_hash   TEXT,
    apps       TEXT    NOT NULL,                  -- JSON
    notes      TEXT    NOT NULL,                  -- JSON
    owner      TEXT                               -- the process that writes it, while one does
  , origin TEXT, tags TEXT NOT NULL DEFAULT '[]', ended_at INTEGER, choices TEXT) STRICT;
CREATE INDEX run_text ON run (text);
CREATE INDEX run_owner ON run (owner) WHERE owner IS NOT NULL;
CREATE TABLE log (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,          -- LogEntry.index
    body     TEXT    NOT NULL,          -- JSON: the entry without its index and changes
    changes  TEXT,                      -- JSON; NULL when the entry has none
    PRIMARY KEY (run, position)
  ) STRICT;
CREATE TABLE keyframe (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    app      TEXT    NOT NULL,
    position INTEGER NOT NULL,          -- the log entry it follows; -1 is before the first
    state    TEXT,                      -- JSON; NULL where it is as in the keyframe before
    PRIMARY KEY (run, app, position)
  ) STRICT;
CREATE TABLE extras (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT;
CREATE TABLE neighbour (
    run    INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    path   TEXT    NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    PRIMARY KEY (run, path)
  ) STRICT;
CREATE INDEX neighbour_source ON neighbour (source);
CREATE VIRTUAL TABLE search USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
CREATE TABLE plan (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT;
CREATE TABLE note (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    text  TEXT    NOT NULL,
    tags  TEXT    NOT NULL,             -- JSON
    first INTEGER,                      -- Note.range
    last  INTEGER,
    value TEXT,                         -- JSON
    made  INTEGER NOT NULL              -- wall clock, milliseconds since the Unix epoch
  ) STRICT;
CREATE INDEX note_run ON note (run);
CREATE VIRTUAL TABLE note_word USING fts5 (
    text, tags, content = 'note', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
    INSERT INTO note_word (rowid, text, tags) VALUES (new.id, new.text, new.tags);
  END;
CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN
    INSERT INTO note_word (note_word, rowid, text, tags) VALUES ('delete', old.id, old.text, old.tags);
  END;
CREATE TRIGGER note_changed AFTER UPDATE ON note BEGIN
    INSERT INTO note_word (note_word, rowid, text, tags) VALUES ('delete', old.id, old.text, old.tags);
    INSERT INTO note_word (rowid, text, tags) VALUES (new.id, new.text, new.tags);
  END;
CREATE TABLE baseline (
    scenario TEXT    PRIMARY KEY,       -- by its own name
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX baseline_run ON baseline (run);
CREATE TABLE argument (
    run      INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,          -- of the log entry
    value    TEXT    NOT NULL,          -- in small letters; as JSON where it is no text
    PRIMARY KEY (run, name, position)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "source" VALUES (1, 'soup first');
INSERT INTO "run" VALUES (1, 'supper', 'scenarios/supper.ts', 1, 'stopped', 'oracle', 7, 1795000000000, 1767600000000000, 1767600120000000, 3, NULL, 'ab12', '[{"name":"pantry","class":"Pantry","known":true},{"name":"clock","class":"Clock","known":true}]', '[]', NULL, NULL, '[]', NULL, NULL);
INSERT INTO "log" VALUES (1, 0, '{"time":1767600000000000,"due":1767600000000000,"event":"fill-0","kind":"agent","causes":[],"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":"plums 0"},"effect":"write"},"calls":[],"outcome":{"status":"done","value":null}}', '[{"op":"splice","app":"pantry","path":["jars"],"at":0,"remove":0,"insert":[{"label":"plums 0"}]}]');
INSERT INTO "log" VALUES (1, 1, '{"time":1767600060000000,"due":1767600060000000,"event":"fill-1","kind":"agent","causes":[0],"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":"plums 1"},"effect":"write"},"calls":[],"outcome":{"status":"done","value":null}}', NULL);
INSERT INTO "log" VALUES (1, 2, '{"time":1767600120000000,"due":1767600120000000,"event":"fill-2","kind":"agent","causes":[1],"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":"plums 2"},"effect":"write"},"calls":[],"outcome":{"status":"done","value":null}}', '[{"op":"splice","app":"pantry","path":["jars"],"at":0,"remove":0,"insert":[{"label":"plums 2"}]}]');
INSERT INTO "keyframe" VALUES (1, 'pantry', -1, '{"jars":[]}');
INSERT INTO "keyframe" VALUES (1, 'clock', -1, '{"face":"round"}');
INSERT INTO "plan" VALUES (1, '{"start":0,"tick":1000000,"events":[{"id":"1-shelf-put","kind":"environment","timing":{"kind":"from-start","delay":0},"action":{"app":"shelf","tool":"put","args":{"slot":0,"text":"what event 0 has to say"}},"effect":"write","oracle":false,"onFailure":"continue"},{"id":"2-shelf-put","kind":"environment","timing":{"kind":"after","edges":[{"event":"1-shelf-put","delay":1000000}]},"action":{"app":"shelf","tool":"put","args":{"slot":1,"text":"what event 1 has to say"}},"effect":"write","oracle":false,"onFailure":"continue"}]}');
PRAGMA application_id = 1332900473;
PRAGMA user_version = 9;
