/**
 * Rules by which people get notifications of bots. `notices` are stored with the turns of bots that have rules; `due_notices` are those that
 * one rule has to report: a result or an error as `subject`, which happened `count` times.
 */
export default /* sql */ `
  CREATE TABLE notification_rules (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    channel TEXT NOT NULL,
    frequency TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    filter TEXT,
    url TEXT,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    leased_until INTEGER NOT NULL,
    sent_at INTEGER,
    failed_at INTEGER
  ) STRICT;
  CREATE INDEX notification_rules_by_bot ON notification_rules (bot_id, event);
  CREATE INDEX notification_rules_by_user ON notification_rules (user_id, bot_id, created_at);
  CREATE INDEX notification_rules_due ON notification_rules (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE notices (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    result_id TEXT NOT NULL,
    event TEXT NOT NULL,
    cause TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE INDEX notices_by_time ON notices (created_at, id);
  CREATE INDEX notices_by_result ON notices (result_id);
  CREATE INDEX notices_by_bot ON notices (bot_id);
  CREATE TABLE due_notices (
    rule_id TEXT NOT NULL REFERENCES notification_rules (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    result_id TEXT NOT NULL,
    count INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (rule_id, subject, workspace_id)
  ) STRICT;
  CREATE INDEX due_notices_by_time ON due_notices (rule_id, created_at, subject);
  CREATE INDEX due_notices_by_result ON due_notices (result_id);
`
