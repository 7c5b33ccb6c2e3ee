import type { DeploymentTarget } from '../environments/environments.js'

/** An immutable published flow with its theme and settings. */
export interface Release {
  id: string
  botId: string
  workspaceId: string
  version: string
  flow: string
  theme: string
  settings: string
  /** Release note, written by the person who published it. */
  note: string | null
  /** JSON text: the outcome of the replay that it was published with. */
  evidence: string | null
  /** JSON text: a list of reasons why it was published although checks failed; null if there are none. */
  overrides: string | null
  authorId: string | null
  createdAt: number
}

/** A release without its documents. */
export type ReleaseSummary = Omit<Release, 'flow' | 'theme' | 'settings'>

export interface ReleaseStore {
  /**
   * Stores it and makes it current in `target`, by default in `live` immediately; the deployment has the id of the release. `publicId` is
   * assigned to a bot that has none ('taken' if it belongs to another bot). 'missing' if the bot or the environment is gone.
   */
  publish(release: Release, publicId: string, target?: DeploymentTarget): Promise<'published' | 'taken' | 'missing'>
  /** Clears the bot's published release, and ends the experiment in `live`; false if it was not published. */
  unpublish(workspaceId: string, botId: string, now: number): Promise<boolean>
  get(id: string): Promise<Release | undefined>
  /** Releases of a bot, newest first, after `before` (exclusive keyset). */
  list(
    workspaceId: string,
    botId: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<ReleaseSummary[]>
  /** Replaces its note; undefined if the bot has no such release. */
  annotate(workspaceId: string, botId: string, id: string, note: string | null): Promise<ReleaseSummary | undefined>
  /** Adds a reason, as JSON text, to its overrides. */
  override(workspaceId: string, botId: string, id: string, reason: string): Promise<void>
}
