export default /* sql */ `
  CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT,
    name TEXT,
    is_admin INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX users_by_age ON users (created_at, id);

  CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT;
  CREATE INDEX tokens_by_owner ON tokens (owner_id, created_at DESC, id DESC);

  CREATE TABLE workspaces (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    icon TEXT,
    plan TEXT NOT NULL,
    payment_provider_id TEXT,
    custom_chats_limit INTEGER,
    custom_seats_limit INTEGER,
    is_suspended INTEGER NOT NULL,
    is_past_due INTEGER NOT NULL,
    is_verified INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE members (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (user_id, workspace_id)
  ) STRICT;
  CREATE INDEX members_by_workspace ON members (workspace_id);

  CREATE TABLE folders (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    parent_folder_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX folders_by_workspace ON folders (workspace_id);

  CREATE TABLE bots (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    icon TEXT,
    folder_id TEXT,
    selected_theme_template_id TEXT,
    results_table_preferences TEXT,
    public_id TEXT UNIQUE,
    custom_domain TEXT,
    is_archived INTEGER NOT NULL,
    is_closed INTEGER NOT NULL,
    messaging_credentials_id TEXT,
    risk_level REAL,
    published_release_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    theme TEXT NOT NULL,
    settings TEXT NOT NULL,
    flow TEXT NOT NULL
  ) STRICT;
  CREATE INDEX bots_by_workspace ON bots (workspace_id, is_archived, created_at DESC, id DESC);

  CREATE TABLE releases (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    version TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    theme TEXT NOT NULL,
    settings TEXT NOT NULL,
    flow TEXT NOT NULL
  ) STRICT;
  CREATE INDEX releases_by_bot ON releases (bot_id);

  CREATE TABLE sessions (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    release_id TEXT,
    result_id TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    state TEXT NOT NULL,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE INDEX sessions_by_bot ON sessions (bot_id);
  CREATE INDEX sessions_by_result ON sessions (result_id) WHERE result_id IS NOT NULL;
  CREATE INDEX sessions_previewed ON sessions (bot_id, updated_at DESC) WHERE release_id IS NULL;
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  CREATE TABLE turns (
    session_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    key TEXT,
    request_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (session_id, number, workspace_id),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT;
  CREATE UNIQUE INDEX turns_by_key ON turns (session_id, key, workspace_id) WHERE key IS NOT NULL;

  CREATE TABLE results (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    has_started INTEGER NOT NULL,
    is_completed INTEGER NOT NULL,
    is_archived INTEGER NOT NULL,
    last_chat_session_id TEXT,
    variables TEXT NOT NULL,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE INDEX results_by_bot ON results (bot_id);
  CREATE INDEX results_listed ON results (bot_id, created_at DESC, id DESC) WHERE has_started = 1 AND is_archived = 0;

  CREATE TABLE answers (
    result_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    block_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    variable_id TEXT,
    content TEXT NOT NULL,
    attached_file_urls TEXT,
    storage_used REAL NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (result_id, number, workspace_id),
    FOREIGN KEY (result_id, workspace_id) REFERENCES results (id, workspace_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE visited_edges (
    result_id TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    edge_id TEXT NOT NULL,
    PRIMARY KEY (result_id, "index", workspace_id),
    FOREIGN KEY (result_id, workspace_id) REFERENCES results (id, workspace_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE history (
    result_id TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    block_index INTEGER NOT NULL,
    block_id TEXT NOT NULL,
    variable_id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (result_id, "index", workspace_id),
    FOREIGN KEY (result_id, workspace_id) REFERENCES results (id, workspace_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE logs (
    result_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    description TEXT NOT NULL,
    details TEXT,
    context TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (result_id, number, workspace_id),
    FOREIGN KEY (result_id, workspace_id) REFERENCES results (id, workspace_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`
