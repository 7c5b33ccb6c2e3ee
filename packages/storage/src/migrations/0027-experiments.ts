/**
 * Experiments on environments. What a start has to know of a running one is in the row that it reads anyway; `experiment_releases` has
 * the releases of running ones, on which sessions may begin. An exposure is a result whose visitor was given a variant.
 */
export default /* sql */ `
  ALTER TABLE bots ADD COLUMN experiment TEXT;
  ALTER TABLE environments ADD COLUMN experiment TEXT;

  CREATE TABLE experiments (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    environment_id TEXT,
    name TEXT NOT NULL,
    variants TEXT NOT NULL,
    goal TEXT NOT NULL,
    minimum_difference REAL NOT NULL,
    is_promoting INTEGER NOT NULL,
    author_id TEXT,
    created_at INTEGER NOT NULL,
    checked_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    promoted_release_id TEXT
  ) STRICT;
  CREATE INDEX experiments_by_bot ON experiments (bot_id, created_at, id);
  CREATE INDEX experiments_promoting ON experiments (checked_at) WHERE ended_at IS NULL AND is_promoting = 1;

  CREATE TABLE experiment_releases (
    bot_id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    experiment_id TEXT NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    PRIMARY KEY (bot_id, release_id, experiment_id)
  ) STRICT;
  CREATE INDEX experiment_releases_by_experiment ON experiment_releases (experiment_id);

  CREATE TABLE exposures (
    result_id TEXT NOT NULL,
    experiment_id TEXT NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    variant INTEGER NOT NULL,
    visitor TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    converted_at INTEGER,
    PRIMARY KEY (result_id, experiment_id, workspace_id)
  ) STRICT;
  CREATE INDEX exposures_counted ON exposures (experiment_id, variant, visitor, converted_at);
`
