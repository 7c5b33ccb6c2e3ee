/** The person who published a release may have left since; then their id refers to nothing. */
export default /* sql */ `
  ALTER TABLE releases ADD COLUMN note TEXT;
  ALTER TABLE releases ADD COLUMN author_id TEXT;
  DROP INDEX releases_by_bot;
  CREATE INDEX releases_by_bot ON releases (bot_id, created_at, id);

  CREATE TABLE rejections (
    result_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    block_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (result_id, number, workspace_id),
    FOREIGN KEY (result_id, workspace_id) REFERENCES results (id, workspace_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
`
