/**
 * The schema, written once for both databases, in the words of SQLite. The first migration is number 1. One that has been released
 * is never edited: add another.
 *
 * Every table of a conversation carries the workspace, and has it in its keys: a database that is spread over several machines by
 * that column keeps a conversation in one place. The keys of large tables begin with the id of a session or of a result, and ids
 * begin with the time at which they were made: ranges of those ids are ranges of time, for partitions.
 */
export const migrations: readonly string[] = [
  `
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
  `,
  `
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
  `,
  `
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
  `,
  // Without references: rows outlive their workspace until the bytes are gone.
  `
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
  `,
  `
  CREATE UNIQUE INDEX bots_by_domain ON bots (custom_domain) WHERE custom_domain IS NOT NULL;
  `,
  `
  ALTER TABLE users ADD COLUMN image TEXT;
  ALTER TABLE users ADD COLUMN preferences TEXT;
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

  DROP INDEX folders_by_workspace;
  CREATE INDEX folders_by_parent ON folders (workspace_id, parent_folder_id, created_at);

  DROP INDEX results_by_bot;
  CREATE INDEX results_counted ON results (bot_id, is_archived, created_at, has_started, is_completed, id, workspace_id);
  `,
  // Who published a release may have left since, so that their id refers to nothing then.
  `
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
  `,
  `
  ALTER TABLE bots ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE bot_operations (
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT,
    operations TEXT,
    refusals TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX bot_operations_by_id ON bot_operations (bot_id, id);
  `,
  // On PostgreSQL a row of which any indexed column changes is written into every index again, also by an index that leaves it out.
  `
  DROP INDEX sessions_previewed;
  CREATE INDEX sessions_previewed ON sessions (bot_id) WHERE release_id IS NULL;
  `,
  `
  CREATE TABLE account_links (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    email TEXT,
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX account_links_by_user ON account_links (user_id, kind);
  `,
  // `is_archived` says that a bot was deleted.
  `
  ALTER TABLE bots ADD COLUMN shelved_at INTEGER;
  `,
  // A thread is its first comment, of which the others are told by its id.
  `
  CREATE TABLE bot_comments (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL REFERENCES bot_comments (id) ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    block_id TEXT,
    author_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    resolved_at INTEGER
  ) STRICT;
  CREATE INDEX bot_comments_by_bot ON bot_comments (bot_id, created_at, id);
  CREATE INDEX bot_comments_by_thread ON bot_comments (thread_id);
  CREATE INDEX bot_comments_by_author ON bot_comments (author_id);
  `,
  // Nothing on SQLite. On PostgreSQL the references of rows that a turn adds go (postgres/own-deletes.ts).
  '-- Rows of conversations',
  // Who writes from messaging apps, and what they wrote that is not answered yet. A chat is found by its id alone: it may be gone before.
  `
  CREATE TABLE correspondents (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    session_id TEXT,
    session_ends_at INTEGER,
    last_message_at INTEGER,
    leased_by TEXT,
    leased_until INTEGER,
    PRIMARY KEY (credentials_id, sender, workspace_id)
  ) STRICT;
  CREATE INDEX correspondents_by_session ON correspondents (session_id);
  CREATE INDEX correspondents_leased ON correspondents (leased_by) WHERE leased_by IS NOT NULL;
  CREATE INDEX correspondents_by_workspace ON correspondents (workspace_id);

  CREATE TABLE inbox (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    block_id TEXT,
    body TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    due_at INTEGER,
    reply_id TEXT,
    session_id TEXT,
    steps_done INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    handled_at INTEGER,
    outcome TEXT,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE UNIQUE INDEX inbox_by_provider ON inbox (credentials_id, provider_id, workspace_id);
  CREATE INDEX inbox_waiting ON inbox (credentials_id, sender) WHERE handled_at IS NULL;
  CREATE INDEX inbox_due ON inbox (due_at) WHERE handled_at IS NULL;
  CREATE INDEX inbox_handled ON inbox (handled_at) WHERE handled_at IS NOT NULL;
  CREATE INDEX inbox_by_workspace ON inbox (workspace_id);

  CREATE TABLE verify_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX verify_tokens_by_workspace ON verify_tokens (workspace_id);
  `,
]

/** The number of the last migration. */
export const newestSchema = migrations.length

/** Refuses a schema of a newer Colloquy. `current` is the number of the last migration in the database. */
export function checkSchema(current: number): void {
  if (current <= newestSchema) return
  throw new Error(
    `The database has schema ${current}, but this Colloquy knows only up to ${newestSchema}. ` +
      'Start the newer Colloquy that wrote it, or restore a backup made before the upgrade.',
  )
}
