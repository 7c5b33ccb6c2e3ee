/** Lists the conversations of one channel in the inbox, in order, without reading past those of all others. */
export default /* sql */ `
  CREATE INDEX conversations_of_channel ON conversations (workspace_id, state, channel, last_at, session_id);
`
