/**
 * Teams of the people who answer in a workspace. `assigned` counts the conversations that a team has assigned by itself; a member has the
 * number of the last one they were given. A conversation of a team that is gone has none.
 */
export default /* sql */ `
  CREATE TABLE teams (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    assignment TEXT NOT NULL,
    business_hours TEXT,
    assigned INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id)
  ) STRICT;
  CREATE TABLE team_members (
    workspace_id TEXT NOT NULL,
    team_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    last_assigned INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, team_id, user_id),
    FOREIGN KEY (workspace_id, team_id) REFERENCES teams (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, workspace_id) REFERENCES members (user_id, workspace_id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX team_members_of_user ON team_members (user_id, workspace_id);
  ALTER TABLE conversations ADD COLUMN team_id TEXT;
  CREATE INDEX conversations_of_team ON conversations (workspace_id, state, team_id, last_at, session_id);
`
