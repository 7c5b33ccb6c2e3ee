/** A file of a visitor, with session and block, or of an author, with neither. The bytes are kept elsewhere, under `path`. */
export interface UploadRow {
  id: string
  workspaceId: string
  botId: string
  sessionId: string | null
  /** The input that asked for it. */
  blockId: string | null
  /** Null for files of authors and of previews. */
  resultId: string | null
  /** What its owner calls it: shown, never part of a path. */
  name: string
  /** MIME type: as announced (empty when it was not) until the file is stored, then as found in it. */
  type: string
  /** Bytes: as reserved until the file is stored, then as they are. */
  size: number
  visibility: 'public' | 'private'
  path: string
  state: 'pending' | 'receiving' | 'stored' | 'removed'
  /** Part of an answer, or an author's; others go with their session. */
  isKept: boolean
  createdAt: number
  /** Until when it may begin (pending) or last (receiving); of a stored one, until when it needs no session. */
  expiresAt: number | null
}
export interface UploadStore {
  /**
   * Reserves the space. 'full' (and nothing written) when the files and reservations of the workspace would come to more
   * than `workspaceBytes`; 'missing' when its bot or result is deleted or not there.
   */
  create(upload: UploadRow, workspaceBytes: number): Promise<'created' | 'full' | 'missing'>
  /** By id alone: who may see it is decided by the caller. In whatever state. */
  find(id: string): Promise<UploadRow | undefined>
  /** From pending to receiving, for one caller only; undefined when it is not pending or has expired. */
  begin(id: string, now: number, expiresAt: number): Promise<UploadRow | undefined>
  /** From receiving back to pending: what was received is lost, and may be sent again. */
  release(id: string, expiresAt: number): Promise<void>
  /**
   * From receiving to stored. False when it was removed meanwhile. Until `expiresAt` it is not removed for want of a session: a file that a
   * turn makes is stored before the session is.
   */
  finish(id: string, found: { type: string; size: number; expiresAt?: number }): Promise<boolean>
  /** Those of these that are stored and were uploaded in this session. */
  ofSession(sessionId: string, ids: readonly string[]): Promise<UploadRow[]>
  /** Removes what nobody can use any more: expired, or not kept and without a session. At most `limit` of each; how many. */
  abandon(now: number, limit: number): Promise<number>
  /** Removed ones whose bytes may still be there, at most `limit`. One that was being received comes after its time is up. */
  listRemoved(now: number, limit: number): Promise<{ id: string; path: string }[]>
  /** Drops the rows of removed uploads, once their bytes are gone. */
  forget(ids: readonly string[]): Promise<void>
}
