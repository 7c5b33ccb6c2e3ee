PRAGMA foreign_keys = OFF;
CREATE TABLE migrations (number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT;
CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT,
    name TEXT,
    is_admin INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  , image TEXT, preferences TEXT) STRICT;
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
CREATE TABLE held_webhooks (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    block_id TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    given_at_version INTEGER,
    PRIMARY KEY (id, workspace_id),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX held_webhooks_by_session ON held_webhooks (session_id, block_id, created_at);
CREATE TABLE credentials (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    last_four TEXT,
    allowed_hosts TEXT NOT NULL,
    key_id TEXT NOT NULL,
    ciphertext TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
CREATE INDEX credentials_by_workspace ON credentials (workspace_id, type, name, id);
CREATE INDEX credentials_by_key ON credentials (key_id);
CREATE UNIQUE INDEX credentials_of_messaging ON credentials (name) WHERE type = 'messaging';
CREATE TABLE uploads (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    session_id TEXT,
    block_id TEXT,
    result_id TEXT,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    path TEXT NOT NULL,
    state TEXT NOT NULL,
    is_kept INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
CREATE INDEX uploads_by_workspace ON uploads (workspace_id, state, size);
CREATE INDEX uploads_by_bot ON uploads (bot_id);
CREATE INDEX uploads_by_result ON uploads (result_id) WHERE result_id IS NOT NULL;
CREATE INDEX uploads_expiring ON uploads (expires_at) WHERE state IN ('pending', 'receiving');
CREATE INDEX uploads_not_kept ON uploads (session_id) WHERE state = 'stored' AND is_kept = 0;
CREATE INDEX uploads_removed ON uploads (id) WHERE state = 'removed';
CREATE UNIQUE INDEX bots_by_domain ON bots (custom_domain) WHERE custom_domain IS NOT NULL;
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE email IS NOT NULL;
CREATE TABLE passwords (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE sign_ins (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    token_id TEXT REFERENCES tokens (id) ON DELETE CASCADE,
    user_agent TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
CREATE INDEX sign_ins_by_user ON sign_ins (user_id, last_used_at);
CREATE INDEX sign_ins_by_token ON sign_ins (token_id) WHERE token_id IS NOT NULL;
CREATE TABLE collaborators (
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, user_id)
  ) STRICT;
CREATE INDEX collaborators_by_user ON collaborators (user_id);
CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    bot_id TEXT REFERENCES bots (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
CREATE UNIQUE INDEX invitations_to_workspaces ON invitations (workspace_id, email) WHERE bot_id IS NULL;
CREATE UNIQUE INDEX invitations_to_bots ON invitations (bot_id, email) WHERE bot_id IS NOT NULL;
CREATE TABLE theme_templates (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    theme TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id)
  ) STRICT;
CREATE INDEX theme_templates_by_workspace ON theme_templates (workspace_id, created_at);
CREATE TABLE custom_domains (
    name TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    verified_at INTEGER
  ) STRICT;
CREATE INDEX custom_domains_by_workspace ON custom_domains (workspace_id, created_at);
CREATE INDEX folders_by_parent ON folders (workspace_id, parent_folder_id, created_at);
CREATE INDEX results_counted ON results (bot_id, is_archived, created_at, has_started, is_completed, id, workspace_id);
INSERT INTO "answers" VALUES ('r1', 1, 'w1', 'block-1', 'g1', null, 'Hi', '["x"]', 1.5, 101);
INSERT INTO "answers" VALUES ('r1', 2, 'w1', 'block-2', 'g1', null, 'Hi', null, 0, 102);
INSERT INTO "bots" VALUES ('b1', 'w1', 'Ñandú 😀‍ "''\ 	
 \N , ; $1 ? %s', null, 'f1', null, null, 'public', null, 0, 0, null, 0.1, 'rel1', 10, 20, '{}', '{}', '{"events":[]}');
INSERT INTO "bots" VALUES ('b2', 'w2', 'b2', null, null, null, null, null, null, 0, 0, null, null, null, 10, 10, '{}', '{}', '{"events":[]}');
INSERT INTO "collaborators" VALUES ('b1', 'u2', 'READ', 10, 10);
INSERT INTO "credentials" VALUES ('c1', 'w1', 'smtp', 'c1', 'word', '["mail.example:587"]', 'key-1', 'sealed-c1', 10, 10);
INSERT INTO "custom_domains" VALUES ('a.example', 'w1', 10, null);
INSERT INTO "folders" VALUES ('f1', 'w1', 'Folder', null, 10, 10);
INSERT INTO "held_webhooks" VALUES ('h1', 'w1', 's1', 'block-1', '{"é":1}', 10, null);
INSERT INTO "history" VALUES ('r1', 1, 'w1', 0, 'block-1', 'v1', '"1"');
INSERT INTO "history" VALUES ('r1', 2, 'w1', 0, 'block-2', 'v1', '"2"');
INSERT INTO "invitations" VALUES ('inv1', 'w1', null, 'u3@example.com', 'MEMBER', 'hash-inv1', 10, 10, 100);
INSERT INTO "logs" VALUES ('r1', 1, 'w1', 'log-s1-1', 'info', 'Said hi', null, null, 101);
INSERT INTO "logs" VALUES ('r1', 2, 'w1', 'log-s1-2', 'info', 'Said hi', null, null, 102);
INSERT INTO "members" VALUES ('u1', 'w1', 'ADMIN');
INSERT INTO "members" VALUES ('u2', 'w2', 'ADMIN');
INSERT INTO "members" VALUES ('u2', 'w1', 'GUEST');
INSERT INTO "migrations" VALUES (1, 1795256837354);
INSERT INTO "migrations" VALUES (2, 1795256837354);
INSERT INTO "migrations" VALUES (3, 1795256837354);
INSERT INTO "migrations" VALUES (4, 1795256837354);
INSERT INTO "migrations" VALUES (5, 1795256837354);
INSERT INTO "migrations" VALUES (6, 1795256837355);
INSERT INTO "passwords" VALUES ('u1', '$argon2id$hash', 10);
INSERT INTO "releases" VALUES ('rel1', 'b1', 'w1', '6', 10, '{}', '{}', '{}');
INSERT INTO "results" VALUES ('r1', 'w1', 'b1', 101, 102, 1, 0, 0, 's1', '["Ñandú 😀‍ \"''\\ \t\r\n \\N , ; $1 ? %s"]');
INSERT INTO "sessions" VALUES ('s1', 'w1', 'b1', null, 'r1', 2, 101, 102, 1002, null, '{"version":2}');
INSERT INTO "settings" VALUES ('secret', 'signs');
INSERT INTO "sign_ins" VALUES ('in1', 'u1', 'hash-in1', 't1', 'Ñandú 😀‍ "''\ 	
 \N , ; $1 ? %s', '::1', 10, 10, 100);
INSERT INTO "theme_templates" VALUES ('theme1', 'w1', 'One', '{}', 10, 10);
INSERT INTO "tokens" VALUES ('t1', 'u1', 't1', 'hash-t1', 'write', 10, null);
INSERT INTO "turns" VALUES ('s1', 1, 'w1', 'key-1', 'hash', 200, 101, '{}', '{"é":1}');
INSERT INTO "turns" VALUES ('s1', 2, 'w1', null, 'hash', 200, 102, '{}', '{"é":1}');
INSERT INTO "uploads" VALUES ('f1', 'w1', 'b1', 's1', 'block-1', 'r1', '../../ü.png', 'image/png', 5000000000, 'private', 'workspaces/w1/f1', 'pending', 0, 10, 100);
INSERT INTO "users" VALUES ('u1', 'u1@example.com', null, 1, 10, 10, null, null);
INSERT INTO "users" VALUES ('u2', 'u2@example.com', null, 1, 20, 10, null, null);
INSERT INTO "visited_edges" VALUES ('r1', 1, 'w1', 'edge-1');
INSERT INTO "visited_edges" VALUES ('r1', 2, 'w1', 'edge-2');
INSERT INTO "workspaces" VALUES ('w1', 'w1', null, 'FREE', null, null, 5, 0, 0, null, 10, 10);
INSERT INTO "workspaces" VALUES ('w2', 'w2', null, 'FREE', null, null, 5, 0, 0, null, 10, 10);
