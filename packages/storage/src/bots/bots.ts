import type { OperationBatch } from './bot-operations.js'
import type { BotTest } from './bot-tests.js'

/** `flow`: JSON text of {events, groups, edges, variables}; `theme`, `settings`, `resultsTablePreferences`: JSON text. */
export interface BotRow {
  id: string
  workspaceId: string
  name: string
  icon: string | null
  folderId: string | null
  flow: string
  theme: string
  settings: string
  selectedThemeTemplateId: string | null
  resultsTablePreferences: string | null
  publicId: string | null
  customDomain: string | null
  /** True if it was deleted: nobody sees it any more. */
  isDeleted: boolean
  /** Time at which its author archived it with all of its data: no new chats start, and it can be restored. Null while it is active. */
  archivedAt: number | null
  isClosed: boolean
  /** JSON text: the accounts of channels on which it answers, see `BotChannel`. */
  channels: string
  riskLevel: number | null
  publishedReleaseId: string | null
  /** JSON text: values of variables and replacement credentials of the environment in which new chats start; null if there are none. */
  environment: string | null
  createdAt: number
  updatedAt: number
  /** Number of changes to the draft: its name, icon, flow, theme or settings. */
  revision: number
}

/** A bot without its documents. */
export type BotSummary = Omit<BotRow, 'flow' | 'theme' | 'settings'>

export type BotChange = Partial<
  Omit<
    BotRow,
    'id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'isDeleted' | 'publishedReleaseId' | 'environment' | 'revision'
  >
>

/** A bot without its documents, and with the state of its workspace. */
export type StartableBot = BotSummary & {
  isSuspended: boolean
  /** JSON text: the experiment that runs in the environment where the bot was found; null without one. */
  experiment: string | null
  /** The environment whose public id was requested; absent for `live`. */
  environmentId?: string
}

/** The operations of a change to the draft, which are stored with it under the next revision. */
export type NewOperationBatch = Omit<OperationBatch, 'botId' | 'revision' | 'createdAt'>

export interface BotStore {
  /**
   * Adds a bot with its tests. 'taken' (and nothing written) if another bot has the public id, or another bot of the workspace has the
   * custom domain.
   */
  create(bot: BotRow, tests?: readonly BotTest[]): Promise<'created' | 'taken'>
  /** Finds a bot by its id alone, even a deleted one. The caller decides from its workspaceId who may see it. */
  find(id: string): Promise<BotRow | undefined>
  /** Finds a bot as `find` does, without reading its documents. */
  findSummary(id: string): Promise<BotSummary | undefined>
  /** Finds the bot whose id begins with these characters, even a deleted one. */
  findByStartOfId(start: string): Promise<BotRow | undefined>
  /**
   * Finds a bot with the state of its workspace and without its documents: a start needs only this one read, which must not cost more for a
   * larger flow. The public id of an environment leads to its bot with the release and the values of that environment, in two reads.
   */
  findByPublicId(publicId: string): Promise<StartableBot | undefined>
  /** Finds a bot by host and path, such as `chat.example.com/help`, if its workspace has proved that it owns the host. */
  findByCustomDomain(customDomain: string): Promise<StartableBot | undefined>
  /** Bots with which anybody can start a chat through this account of a channel, oldest first: published, open and active. */
  listOfAccount(workspaceId: string, credentialsId: string): Promise<StartableBot[]>
  /** Newest first, without deleted bots. `folderId`: undefined = all, null = top level; `isArchived`: undefined = both. */
  list(workspaceId: string, which?: { folderId?: string | null; isArchived?: boolean }): Promise<BotSummary[]>
  /** Bots whose draft or live release contains this id as a complete text, or that answer on this account; without deleted bots. */
  listUsing(workspaceId: string, id: string): Promise<BotSummary[]>
  /**
   * All or nothing. `unlessUpdatedAfter`: returns 'conflict' if the stored updatedAt is later than that. With a `batch` the draft gets its
   * next revision. Rejects, and writes nothing, if the bot has a batch of this id.
   */
  update(
    workspaceId: string,
    id: string,
    change: BotChange,
    now: number,
    unlessUpdatedAfter?: number,
    batch?: NewOperationBatch,
  ): Promise<
    | { kind: 'updated'; bot: BotRow }
    | { kind: 'missing' }
    | { kind: 'conflict'; updatedAt: number }
    | { kind: 'taken'; field: 'publicId' | 'customDomain' }
  >
  /**
   * Stores a copy with its tests that replaces a bot: the copy gets the public id, and the original is archived without its public id, its
   * custom domain and its published release. `missing` if the original does not exist.
   */
  replace(
    copy: BotRow,
    original: Pick<BotRow, 'workspaceId' | 'id'>,
    now: number,
    tests?: readonly BotTest[],
  ): Promise<'replaced' | 'missing'>
  /**
   * Marks it as deleted, clears publicId, customDomain and the published release, deletes its results, ends its sessions and removes its
   * uploads.
   */
  delete(workspaceId: string, id: string, now: number): Promise<boolean>
}
