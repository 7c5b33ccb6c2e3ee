/** A file of a visitor (with a session and a block) or of an author (with neither). Its bytes are stored elsewhere, under `path`. */
export interface UploadRow {
  id: string
  workspaceId: string
  botId: string
  sessionId: string | null
  /** The input block that asked for it. */
  blockId: string | null
  /** Null for files of authors and of previews. */
  resultId: string | null
  /** File name that its owner gave it: for display, never part of a path. */
  name: string
  /** MIME type: as declared (empty if it was not) until the file is stored, then as detected from its content. */
  type: string
  /** Bytes: as reserved until the file is stored, then the actual size. */
  size: number
  visibility: 'public' | 'private'
  path: string
  state: 'pending' | 'receiving' | 'stored' | 'removed'
  /** True for files of authors and files that are part of an answer; other files are removed with their session. */
  isKept: boolean
  createdAt: number
  /** A pending upload must start by then, and one that is being received must end by then. A stored file needs no session until then. */
  expiresAt: number | null
}
export interface UploadStore {
  /**
   * Reserves the space. 'full' (and nothing written) if the files and reservations of the workspace would exceed `workspaceBytes`;
   * 'missing' if its bot or result does not exist or was deleted.
   */
  create(upload: UploadRow, workspaceBytes: number): Promise<'created' | 'full' | 'missing'>
  /** Finds an upload by its id alone, in any state. The caller decides who may see it. */
  find(id: string): Promise<UploadRow | undefined>
  /** Changes an upload from pending to receiving, for one caller only; undefined if it is not pending or has expired. */
  begin(id: string, now: number, expiresAt: number): Promise<UploadRow | undefined>
  /** Changes an upload from receiving back to pending: the bytes received so far are lost, and the file may be sent again. */
  release(id: string, expiresAt: number): Promise<void>
  /**
   * Changes an upload from receiving to stored. False if it was removed in the meantime. It is not removed for lack of a session until
   * `expiresAt`, because a file that a turn creates is stored before its session is.
   */
  finish(id: string, found: { type: string; size: number; expiresAt?: number }): Promise<boolean>
  /** Returns those of the given uploads that are stored and were uploaded in this session. */
  ofSession(sessionId: string, ids: readonly string[]): Promise<UploadRow[]>
  /**
   * Removes uploads that nobody can use any more: those that have expired, and those not kept whose session is gone. At most `limit` of
   * each kind; returns how many were removed.
   */
  abandon(now: number, limit: number): Promise<number>
  /** Removed uploads whose bytes may still exist, at most `limit`. One that was being received is listed only once its time is up. */
  listRemoved(now: number, limit: number): Promise<{ id: string; path: string }[]>
  /** Deletes the rows of removed uploads once their bytes are gone. */
  forget(ids: readonly string[]): Promise<void>
}
