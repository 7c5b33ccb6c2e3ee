/**
 * Deleted data whose rows are still being deleted in the background: reads leave it out from the moment its row is here. `kind` is the
 * table that has the owner, or `results` for the results of a bot up to `until`. `is_whole`: the owner's row goes, too. `step` and
 * `position`: how far the work is.
 */
export default /* sql */ `
  CREATE TABLE removals (
    kind TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    until INTEGER,
    is_whole INTEGER NOT NULL,
    step INTEGER NOT NULL,
    position INTEGER NOT NULL,
    worked_at INTEGER NOT NULL,
    PRIMARY KEY (kind, owner_id)
  ) STRICT;
  CREATE INDEX removals_by_age ON removals (worked_at, kind, owner_id);
  CREATE INDEX removals_by_workspace ON removals (workspace_id, kind);

  DROP INDEX uploads_by_bot;
  CREATE INDEX uploads_by_bot ON uploads (bot_id, state);
`
