/** Until now an address could be taken without proof; only an instance admin, who may confirm any address, counts as verified. */
export default /* sql */ `
  ALTER TABLE users ADD COLUMN email_verified_at INTEGER;
  ALTER TABLE users ADD COLUMN origin_workspace_id TEXT;
  UPDATE users SET email_verified_at = updated_at WHERE is_admin = 1 AND email IS NOT NULL;
  ALTER TABLE invitations ADD COLUMN proves_email INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX invitations_by_email ON invitations (email);
`
