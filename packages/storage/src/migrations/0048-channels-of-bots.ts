/** A bot has a list of accounts of channels, as JSON, instead of one account of a messaging app. */
export default /* sql */ `
  ALTER TABLE bots ADD COLUMN channels TEXT NOT NULL DEFAULT '[]';
  UPDATE bots SET channels = '[{"credentialsId":"' || messaging_credentials_id || '"}]' WHERE messaging_credentials_id IS NOT NULL;
  ALTER TABLE bots DROP COLUMN messaging_credentials_id;
`
