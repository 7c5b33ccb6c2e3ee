/** Finds the bots of a messaging account, in order, without reading past their flows. Few bots have channels, and each has at most twenty. */
export default /* sql */ `
  CREATE INDEX bots_with_channels ON bots (workspace_id, is_deleted, is_closed, created_at, id, channels) WHERE channels <> '[]';
`
