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
CREATE TABLE writing (
    run     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    last    INTEGER NOT NULL,          -- LogEntry.index
    elapsed INTEGER NOT NULL,          -- milliseconds on the wall clock since the run began
    PRIMARY KEY (run, last)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE stretch (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,          -- LogEntry.index of its first entry
    changed  TEXT    NOT NULL,          -- for each entry 1 when it has changes, 0 when it has none
    bodies   ANY     NOT NULL,          -- a line of JSON for each entry, without its index and changes; packed when long
    changes  ANY,                       -- a line of JSON for each entry, empty when it has none; NULL when none has any
    apps     TEXT,                      -- JSON: those that were written to, where changes are packed
    PRIMARY KEY (run, position)
  ) STRICT;
CREATE TABLE keyframe (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    app      TEXT    NOT NULL,
    position INTEGER NOT NULL,          -- the log entry it follows; -1 is before the first
    state    ANY,                       -- JSON; NULL where it is as in the keyframe before
    PRIMARY KEY (run, app, position)
  ) STRICT;
CREATE TABLE plan (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json ANY NOT NULL
  ) STRICT;
CREATE TABLE form (
    run   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    nth   INTEGER NOT NULL,
    frame TEXT    NOT NULL,             -- JSON: what entries have in common; null where each has something of its own
    PRIMARY KEY (run, nth)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "run" VALUES (1, 'supper', 'scenarios/supper.ts', NULL, 'running', 'oracle', 7, 1795000000000, 1767600000000000, 1767602520000000, 43, NULL, NULL, '[{"name":"pantry","class":"Pantry","known":true},{"name":"clock","class":"Clock","known":true}]', '[]', 'cook', NULL, '[]', NULL, NULL);
INSERT INTO "writing" VALUES (1, 39, 250);
INSERT INTO "writing" VALUES (1, 40, 260);
INSERT INTO "writing" VALUES (1, 42, 270);
INSERT INTO "stretch" VALUES (1, 0, '1111111110111111111011111111101111111110', x'006107000078016d94c14ac4401044ef7e85e41c61ba3bc924df225e05218a20fbffd2e24c75416d2ec5f236ccdb975deb473f1a5e4f6dcdebf56d5dde3feefba52debf27d3f3e7f9edb92ef7e3deefba9ade32389da606db25659f3ffdb13ec1376824f05c784a3c2be29789bf056e11892748c7dc23bc152f098f051e14d0af6097782a5e039e1b3c2bb14bc267c55781cf9af1fa2a0a071c2c1d3f761252255ec52d29031271e902e350d2173023fa5a821654ee0976c698899b3e05a15398d7a5ad3ae286a94d49a964554a3aa66da165d8dc2ce1f10977594cd095d73e9eb489bb3f0217d1d6d73565efa3ae2e62cfc267d1d7573167e97791d7973565efba2af73df43fba2af73df43fba2af73dfae7dd1d7b9efb83df70df4cd597c4fe91be89bb3f097f40df4cd59f97120fa6b08f4cd09de9bf40df4cd5978937d037d73565efba26f505f77ed8bbe417dddb52ffa06f5f5d0bee81be8fb0b11b5e8b1', x'0098040000783f11b5e8b1add6bf0ac2301080f177b9398377e73ffa2a2143ac05955a4b5b07297d77a938a99f38c86df78584df9651fa436eab5e8a18a56feb6359cdc77233743709514eb9eb25a514e49cf7951471bef40f938294976b33cc0f6b789dc5db46c3cfbb343d7e0971943aefaa5a8aa77a2153fa5c148b61712c4b2c2b2c6b2c1b2c5b2cfa85ca5665acb25699abec55062b8b95c9c66463b231d9986c4c36261b938dc9c66467b233d999ec4c76263b939dc9ce649fc977e6cf4b81', '["pantry"]');
INSERT INTO "stretch" VALUES (1, 40, '1', '1767602400000000
0,0,0,[1],"fill-40","plums 40",[],null', '{"shapes":[["set","clock",["face"]]],"made":[0],"counts":[1]}
"oval"', NULL);
INSERT INTO "stretch" VALUES (1, 41, '01', '1767602460000000
0,0,0,[1],"fill-41","plums 41",[],null
0,60000000,0,[1],"fill-42","plums 42",[],null', '{"shapes":[["splice","pantry",["jars"]]],"made":[0],"counts":[0,1]}
0,0,[{"label":"plums 42"}]', NULL);
INSERT INTO "keyframe" VALUES (1, 'pantry', -1, '{"jars":[]}');
INSERT INTO "keyframe" VALUES (1, 'clock', -1, '{"face":"round"}');
INSERT INTO "form" VALUES (1, 0, '{"index":null,"time":null,"due":null,"event":null,"kind":"agent","causes":null,"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":null},"effect":"write"},"calls":null,"outcome":{"status":"done","value":null},"changes":null}');
PRAGMA application_id = 1332900473;
PRAGMA user_version = 13;
