/** Several workspaces may claim a domain, one may have it verified. Unverified claims expire after a week. */
export default /* sql */ `
  CREATE TABLE domain_claims (
    name TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    verified_at INTEGER,
    expires_at INTEGER,
    PRIMARY KEY (name, workspace_id)
  ) STRICT;
  INSERT INTO domain_claims (name, workspace_id, created_at, verified_at, expires_at)
    SELECT name, workspace_id, created_at, verified_at,
      CASE WHEN verified_at IS NULL THEN created_at + 604800000 END
    FROM custom_domains;
  DROP TABLE custom_domains;
  CREATE UNIQUE INDEX domain_claims_verified ON domain_claims (name) WHERE verified_at IS NOT NULL;
  CREATE INDEX domain_claims_by_workspace ON domain_claims (workspace_id, created_at);
  CREATE INDEX domain_claims_expiring ON domain_claims (expires_at) WHERE expires_at IS NOT NULL;

  DROP INDEX bots_by_domain;
  CREATE UNIQUE INDEX bots_by_domain ON bots (custom_domain, workspace_id) WHERE custom_domain IS NOT NULL;
`
