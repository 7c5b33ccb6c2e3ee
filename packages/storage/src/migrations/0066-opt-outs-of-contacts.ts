/**
 * The time at which an app said that a contact wants no messages, and the time until which it delivers no more messages of businesses to
 * them.
 */
export default /* sql */ `
  ALTER TABLE correspondents ADD COLUMN opted_out_at INTEGER;
  ALTER TABLE correspondents ADD COLUMN capped_until INTEGER;
`
