/** The people whom a comment mentions, what each person has read of a bot's comments, and the bytes of comments for the quota of the workspace. */
export default /* sql */ `
  ALTER TABLE bot_comments ADD COLUMN mentions TEXT NOT NULL DEFAULT '[]';

  CREATE TABLE comment_reads (
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    read_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, user_id)
  ) STRICT;
  CREATE INDEX comment_reads_by_user ON comment_reads (user_id);

  ALTER TABLE bot_sizes ADD COLUMN comment_bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE bot_sizes
  SET comment_bytes = coalesce((SELECT sum(octet_length(text)) FROM bot_comments WHERE bot_id = bot_sizes.bot_id), 0);
`
