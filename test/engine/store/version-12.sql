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
INSERT INTO "source" VALUES (1, 'soup first');
INSERT INTO "run" VALUES (1, 'supper', 'scenarios/supper.ts', 1, 'stopped', 'oracle', 7, 1795000000000, 1767600000000000, 1767602520000000, 43, NULL, 'ab12', '[{"name":"pantry","class":"Pantry","known":true},{"name":"clock","class":"Clock","known":true}]', '[]', NULL, NULL, '[]', NULL, NULL);
INSERT INTO "stretch" VALUES (1, 0, '1111111110111111111011111111101111111110', x'00772600007801b5d8c16adb000cc6f1fb9e62e8ec81253976ec57293b78a95bc2dc242476c70879f761a86729089da41e3f4ac31fbbe247ee301d3f06e8b0a99bbadc7e0a789dcd79f81c4e1374f0761cc71f2514f0fb787a850efaf7652fe0d0cfb7e106ddcbcf02ced7fe300ed04dd77928a03f4cc7f309ba3bf4970b7470e94fd3f52f14309dcfe3d75f8402faebfb6df9a5b1ff352cf3659c3f6edf4b781430bcbd0d87e5c3ff5c8fd3b02c877e1cd70f9ba7c37949b9c36deaa7f9061dbc9e4f0314f0d98f4bcc691ec7c7e3dbfd2979cd7e4ade66958c4e7219db8c69cd485f4f5a378b593593d38cb1cd94d7bcb79bb75935b3d34cb1cd9cd64c95d92c66d55c39cd1cdb5ca535f37ac4f4bb2d66d5bc739aabd8e65d5ef376ace4d9e66d56cdb5d3bc8b6daed39a2bfb86895935374e731ddbdce4356fc74a3ee76a9b55f3de696e629bf769cd3bfb86895935b74ef33eb6b94d6b5eff6f4b7dc3c4ac9ad173581b1b8d7912abd7bea7ea6dd6d51ec530da6279186bec4326669ded6a2c986398e7b1663b5af2968959677b20c36091611ec9f6f63913b3cef64c86c128c33c95b5b6cac4acb33d9661b0cb300f66ed76bbe44b2e669dedc90c8369866936c3d23c6972d6d91ece30586798c6332ccd9326679dedf90c838186694243344f9a9c75b647340c361aa621edff97251a697256d9e4210d839546694a43324f9a9c75b6a7340a561aa5290dd93e6962d6d99ed228586994a63464fba48959677b4aa360a5519ad2b0b24f9a9875b6a7340a561aa5290d77a6d2e4acb33da551b0d2284d69b8b34f9a9875b6a7340a561ae529adb64f9a9875b6a7340a561ae529adb64f9a9875b6a7340a561ae529adb14f9a9875b6a7340a561ae5296d7dd84f4a13b3ca664f6914ac34ce53dade3e6962d6d99ed23858699ca7b4d63e6962d6d99ed23858699ca7b4767d9dd537a728669ded298d8395c6694aa3d23c6972d6d99ed23858699ca63442536972d6d99ed23858699ca63442f3a4c959677b4ae360a5719ad288cc9326679ded298d8395c6694a23324f9a9c75b6a7340e561aa7298dd83e6962d6d99ed23858691ca7b47f36b0c516', '{"shapes":[["splice","pantry",["jars"]]],"made":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"counts":[1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,0]}
0,0,[{"label":"plums 0"}]
0,0,[{"label":"plums 1"}]
0,0,[{"label":"plums 2"}]
0,0,[{"label":"plums 3"}]
0,0,[{"label":"plums 4"}]
0,0,[{"label":"plums 5"}]
0,0,[{"label":"plums 6"}]
0,0,[{"label":"plums 7"}]
0,0,[{"label":"plums 8"}]
0,0,[{"label":"plums 10"}]
0,0,[{"label":"plums 11"}]
0,0,[{"label":"plums 12"}]
0,0,[{"label":"plums 13"}]
0,0,[{"label":"plums 14"}]
0,0,[{"label":"plums 15"}]
0,0,[{"label":"plums 16"}]
0,0,[{"label":"plums 17"}]
0,0,[{"label":"plums 18"}]
0,0,[{"label":"plums 20"}]
0,0,[{"label":"plums 21"}]
0,0,[{"label":"plums 22"}]
0,0,[{"label":"plums 23"}]
0,0,[{"label":"plums 24"}]
0,0,[{"label":"plums 25"}]
0,0,[{"label":"plums 26"}]
0,0,[{"label":"plums 27"}]
0,0,[{"label":"plums 28"}]
0,0,[{"label":"plums 30"}]
0,0,[{"label":"plums 31"}]
0,0,[{"label":"plums 32"}]
0,0,[{"label":"plums 33"}]
0,0,[{"label":"plums 34"}]
0,0,[{"label":"plums 35"}]
0,0,[{"label":"plums 36"}]
0,0,[{"label":"plums 37"}]
0,0,[{"label":"plums 38"}]', NULL);
INSERT INTO "stretch" VALUES (1, 40, '1', '{"time":1767602400000000,"due":1767602400000000,"event":"fill-40","kind":"agent","causes":[39],"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":"plums 40"},"effect":"write"},"calls":[],"outcome":{"status":"done","value":null}}', '{"shapes":[["set","clock",["face"]]],"made":[0],"counts":[1]}
"oval"', NULL);
INSERT INTO "stretch" VALUES (1, 41, '01', '{"time":1767602460000000,"due":1767602460000000,"event":"fill-41","kind":"agent","causes":[40],"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":"plums 41"},"effect":"write"},"calls":[],"outcome":{"status":"done","value":null}}
{"time":1767602520000000,"due":1767602520000000,"event":"fill-42","kind":"agent","causes":[41],"oracle":true,"action":{"app":"pantry","tool":"fill","args":{"label":"plums 42"},"effect":"write"},"calls":[],"outcome":{"status":"done","value":null}}', '{"shapes":[["splice","pantry",["jars"]]],"made":[0],"counts":[0,1]}
0,0,[{"label":"plums 42"}]', NULL);
INSERT INTO "keyframe" VALUES (1, 'pantry', -1, '{"jars":[]}');
INSERT INTO "keyframe" VALUES (1, 'clock', -1, '{"face":"round"}');
INSERT INTO "writing" VALUES (1, 39, 250);
INSERT INTO "writing" VALUES (1, 40, 260);
INSERT INTO "writing" VALUES (1, 42, 270);
PRAGMA application_id = 1332900473;
PRAGMA user_version = 12;
