/** The table of an owner whose rows are removed; `results` are those of a bot, and `contents` is what a deleted bot still holds. */
export type RemovalKind =
  | 'results'
  | 'bots'
  | 'contents'
  | 'workspaces'
  | 'knowledge_bases'
  | 'credentials'
  | 'users'
  | 'contacts'
  | 'contact_attributes'

/** SQL condition: the owner with this id is not marked. The lookup is by key, and the table is empty most of the time. */
export function isNotRemoved(kind: RemovalKind, id: string): string {
  return `(SELECT 1 FROM removals WHERE kind = '${kind}' AND owner_id = ${id} LIMIT 1) IS NULL`
}
