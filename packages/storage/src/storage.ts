import type { BotCommentStore } from './bots/bot-comments.js'
import type { BotOperationStore, OperationBatch } from './bots/bot-operations.js'
import type { BotTest, BotTestStore } from './bots/bot-tests.js'
import type { CustomDomainStore } from './bots/custom-domains.js'
import type { ThemeTemplateStore } from './bots/theme-templates.js'
import type { UploadStore } from './bots/uploads.js'
import type { Changes } from './changes.js'
import type { Claims } from './claims.js'
import type { ClockStore } from './clock.js'
import type { DeliveryStore, NewDelivery } from './deliveries/deliveries.js'
import type { DeploymentTarget, EnvironmentStore } from './environments/environments.js'
import type { ExperimentStore, Exposure } from './experiments/experiments.js'
import type { IntegrationCallStore } from './integrations/integration-calls.js'
import type { KnowledgeStore } from './knowledge/knowledge.js'
import type { MessagingStore } from './messaging/messaging.js'
import type { ModelSpendingStore } from './models/model-spending.js'
import type { AccountLinkStore } from './people/account-links.js'
import type { OAuthSignInStore } from './people/oauth-sign-ins.js'
import type { AccountDeletionStore, OperatorStore } from './people/operator.js'
import type { CollaboratorStore, InvitationStore, MemberStore, Role, UserStore } from './people/people.js'
import type { PasswordStore, SignInStore } from './people/sign-ins.js'
import type { RecordingStore } from './recordings/recordings.js'
import type { AnalyticsStore, ExperimentVariant } from './results/analytics.js'
import type { AnswerSummaryStore } from './results/answer-summary.js'
import type { PageSize, Position, ResultPage } from './results/result-page.js'
import type { Device, ResultRow } from './results/result-row.js'
import type { ResultSearch } from './results/result-search.js'
import type { SummaryLinkStore } from './results/summary-links.js'
import type { SummaryMailStore } from './results/summary-mails.js'

export type { Role, User, UserStore } from './people/people.js'
export type { Device, ResultRow } from './results/result-row.js'

/**
 * All stored data of Colloquy, behind one interface. Documents (flow, theme, session, answer) are opaque JSON text here. Timestamps are
 * milliseconds since 1970. Every read or write of a workspace's data takes the workspace id; a row of another workspace is
 * indistinguishable from one that does not exist. A call that rejects has written nothing (this is unknown only if the connection to a
 * database breaks); it rejects with a `StorageFullError` if there was not enough disk space for the write.
 */
export interface Storage {
  readonly users: UserStore
  readonly tokens: TokenStore
  readonly signIns: SignInStore
  readonly passwords: PasswordStore
  readonly accountLinks: AccountLinkStore
  readonly accountDeletion: AccountDeletionStore
  readonly operator: OperatorStore
  readonly workspaces: WorkspaceStore
  readonly members: MemberStore
  readonly collaborators: CollaboratorStore
  readonly invitations: InvitationStore
  readonly folders: FolderStore
  readonly themeTemplates: ThemeTemplateStore
  readonly customDomains: CustomDomainStore
  readonly credentials: CredentialsStore
  readonly oauthSignIns: OAuthSignInStore
  readonly bots: BotStore
  readonly botOperations: BotOperationStore
  readonly botComments: BotCommentStore
  readonly botTests: BotTestStore
  readonly releases: ReleaseStore
  readonly environments: EnvironmentStore
  readonly experiments: ExperimentStore
  readonly sessions: SessionStore
  readonly results: ResultStore
  /** Conversations for replays. */
  readonly recordings: RecordingStore
  /** For lists and exports: results as the replica has them, if there is one. */
  readonly listedResults: Pick<ResultStore, 'list' | 'idAt' | 'get' | 'answers' | 'shortAnswers' | 'origins'>
  readonly resultSearch: ResultSearch
  readonly analytics: AnalyticsStore
  readonly answerSummary: AnswerSummaryStore
  readonly summaryLinks: SummaryLinkStore
  readonly summaryMails: SummaryMailStore
  readonly deliveries: DeliveryStore
  readonly webhooks: WebhookStore
  readonly messaging: MessagingStore
  readonly knowledge: KnowledgeStore
  readonly modelSpending: ModelSpendingStore
  readonly integrationCalls: IntegrationCallStore
  readonly uploads: UploadStore
  readonly settings: SettingStore
  readonly clock: ClockStore
  readonly changes: Changes
  readonly claims: Claims
  /** Runs `work` while no other process on this database runs work of the same name. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Throws if the database cannot be reached or written. */
  check(): Promise<void>
  /** Waits for running writes, then closes. */
  close(): Promise<void>
}

/** Thrown if the disk is full. Reads still work; writes work again once there is free space. */
export class StorageFullError extends Error {}

export type TokenScope = 'read' | 'write' | 'admin'
/** `hash` is the SHA-256 of the token in hex; the token itself is never stored. */
export interface ApiToken {
  id: string
  ownerId: string
  name: string
  hash: string
  scope: TokenScope
  createdAt: number
  expiresAt: number | null
}
export interface TokenStore {
  create(token: ApiToken): Promise<void>
  findByHash(hash: string): Promise<ApiToken | undefined>
  /** Newest first. */
  list(ownerId: string): Promise<ApiToken[]>
  /** Returns the deleted token, or undefined if the owner has no such token. */
  delete(ownerId: string, id: string): Promise<ApiToken | undefined>
}

export interface Workspace {
  id: string
  name: string
  icon: string | null
  plan: string
  paymentProviderId: string | null
  customChatsLimit: number | null
  customSeatsLimit: number | null
  isSuspended: boolean
  isPastDue: boolean
  isVerified: boolean | null
  /** True if nothing of the workspace may be sent to language models that others operate. */
  isClosedToModels: boolean
  createdAt: number
  updatedAt: number
}
export interface WorkspaceStore {
  /** Creates it with its owner as ADMIN; false (and nothing written) if that user already belongs to a workspace with exactly this name. */
  create(workspace: Workspace, ownerId: string): Promise<boolean>
  get(id: string): Promise<Workspace | undefined>
  role(id: string, userId: string): Promise<Role | undefined>
  /** Makes the user a member with this role, which replaces an earlier one. */
  setRole(id: string, userId: string, role: Role): Promise<void>
  /** Workspaces that the user belongs to, each with the user's role, newest first. */
  list(userId: string): Promise<(Workspace & { role: Role })[]>
  update(
    id: string,
    change: Partial<Pick<Workspace, 'name' | 'icon' | 'isSuspended' | 'isPastDue' | 'isClosedToModels' | 'plan'>>,
    now: number,
  ): Promise<Workspace | undefined>
  /** Deletes it with everything in it. */
  delete(id: string): Promise<boolean>
}

export interface Folder {
  id: string
  workspaceId: string
  name: string
  parentFolderId: string | null
  createdAt: number
  updatedAt: number
}
export interface FolderStore {
  /** 'taken' (and nothing written) if the id is in use. */
  create(folder: Folder): Promise<'created' | 'taken'>
  get(workspaceId: string, id: string): Promise<Folder | undefined>
  /** Folders in this folder, or at the top level, newest first. */
  list(workspaceId: string, parentFolderId: string | null): Promise<Folder[]>
  /** 'missing' also if the new parent does not exist; 'cycle' if the new parent is the folder itself or inside it. */
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<Folder, 'name' | 'parentFolderId'>>,
    now: number,
  ): Promise<{ kind: 'updated'; folder: Folder } | { kind: 'missing' | 'cycle' }>
  /** Returns the deleted folder. Folders and bots in it move to the top level. */
  delete(workspaceId: string, id: string): Promise<Folder | undefined>
}

/** Secrets of a workspace. All readable columns may be shown: everything secret is in `ciphertext`, which only the vault decrypts. */
export interface CredentialsRow {
  id: string
  workspaceId: string
  type: string
  name: string
  /** The end of the secret, by which people recognize it; null if the secret is too short to show any of it. */
  lastFour: string | null
  /** JSON text of a list, for display. The list inside the ciphertext decides where a secret may be sent. */
  allowedHosts: string
  /** The key with which the ciphertext was encrypted. */
  keyId: string
  ciphertext: string
  /** True if the provider no longer accepts the tokens from the last sign-in: somebody has to sign in again. */
  needsSignIn: boolean
  createdAt: number
  updatedAt: number
}
/** Credentials without their secret. */
export type CredentialsSummary = Omit<CredentialsRow, 'keyId' | 'ciphertext'>
export interface CredentialsStore {
  /** 'taken' (and nothing written) if other messaging credentials, in any workspace, have this name. */
  create(row: CredentialsRow): Promise<'created' | 'taken'>
  get(workspaceId: string, id: string): Promise<CredentialsRow | undefined>
  /** By type, then name. */
  list(workspaceId: string, type?: string): Promise<CredentialsSummary[]>
  update(
    workspaceId: string,
    id: string,
    change: Partial<
      Pick<CredentialsRow, 'name' | 'lastFour' | 'allowedHosts' | 'keyId' | 'ciphertext' | 'needsSignIn'>
    >,
    now: number,
  ): Promise<'updated' | 'missing' | 'taken'>
  /** Deletes the credentials, and removes them from the bots that use them for messaging. */
  delete(workspaceId: string, id: string): Promise<boolean>
  /** Number of rows by key, of all workspaces. */
  countByKey(): Promise<{ keyId: string; count: number }[]>
  /** Rows of all workspaces that are encrypted with another key, by id, after `after`. */
  notOfKey(keyId: string, after: string, limit: number): Promise<CredentialsRow[]>
  /** Replaces ciphertexts, all or none; a row whose ciphertext is no longer `before` stays unchanged. Returns how many were replaced. */
  reencrypt(
    rows: readonly { workspaceId: string; id: string; before: string; keyId: string; ciphertext: string }[],
  ): Promise<number>
  /**
   * Gives one caller the right to refresh the tokens, until `until`. False while another caller has it, or if the ciphertext has changed.
   */
  claimRefresh(
    row: Pick<CredentialsRow, 'workspaceId' | 'id' | 'ciphertext'>,
    until: number,
    now: number,
  ): Promise<boolean>
  /**
   * Ends a refresh, and stores its changes. False if the ciphertext is no longer `ciphertext`; then only the refresh ends, and nothing else
   * is written.
   */
  endRefresh(
    row: Pick<CredentialsRow, 'workspaceId' | 'id' | 'ciphertext'>,
    change: Partial<Pick<CredentialsRow, 'keyId' | 'ciphertext' | 'needsSignIn'>>,
  ): Promise<boolean>
}

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
  messagingCredentialsId: string | null
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
  /**
   * Finds a bot with the state of its workspace and without its documents: a start needs only this one read, which must not cost more for a
   * larger flow. The public id of an environment leads to its bot with the release and the values of that environment, in two reads.
   */
  findByPublicId(publicId: string): Promise<StartableBot | undefined>
  /** Finds a bot by host and path, such as `chat.example.com/help`, if its workspace has proved that it owns the host. */
  findByCustomDomain(customDomain: string): Promise<StartableBot | undefined>
  /** Bots with which anybody can start a chat through these messaging credentials, oldest first: published, open and active. */
  listOfMessaging(workspaceId: string, credentialsId: string): Promise<StartableBot[]>
  /** Newest first, without deleted bots. `folderId`: undefined = all, null = top level; `isArchived`: undefined = both. */
  list(workspaceId: string, which?: { folderId?: string | null; isArchived?: boolean }): Promise<BotSummary[]>
  /** Bots whose draft or live release contains this id as a complete text, or whose messaging uses it; without deleted bots. */
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
   * custom domain and its published release. `missing` if there is no such original.
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

/** `state` is the engine's session as JSON text. `releaseId` is null in previews. */
export interface SessionRow {
  id: string
  workspaceId: string
  botId: string
  releaseId: string | null
  resultId: string | null
  version: number
  state: string
  createdAt: number
  updatedAt: number
  expiresAt: number
  endedAt: number | null
}
/**
 * One input of a conversation and the complete response to it. `number` counts from 1 within its session. `answer` holds exactly the bytes
 * that were sent.
 */
export interface TurnRow {
  sessionId: string
  number: number
  key: string | null
  requestHash: string
  request: string
  answer: string
  status: number
  createdAt: number
}
/** The commit of one turn: all or nothing, durable when the promise resolves. */
export interface TurnCommit {
  /** New state of the session; `version` is the new one. The first commit has version 1 and inserts the session. */
  session: SessionRow
  /**
   * `updatedAt` of the session that the turn is based on; null at version 1. Together with the version before, it ensures that exactly this
   * session is stored, even after the database was restored to an earlier state.
   */
  updatedBefore: number | null
  turn: TurnRow
  /** Results in the session's workspace; this session becomes their last one. */
  results: {
    id: string
    botId: string
    hasStarted: boolean
    isCompleted: boolean
    variables: string
    /** The release that answered. */
    releaseId: string | null
    /** Null for `live`. */
    environmentId: string | null
    /** Written with a new result, and left unchanged in an existing one. */
    source: string | null
    device: Device | null
    at: number
  }[]
  answers: {
    resultId: string
    blockId: string
    groupId: string
    variableId: string | null
    content: string
    attachedFileUrls: string | null
    storageUsed: number
    createdAt: number
  }[]
  visitedEdges: { resultId: string; index: number; edgeId: string }[]
  logs: LogRow[]
  /** Replies that were not valid for the input that requested them. */
  rejections: { resultId: string; blockId: string; createdAt: number }[]
  /** Exposures of its result in an experiment: when the result is first saved, and when it reaches the goal. */
  exposures: Exposure[]
  /** Calls that are delivered after the turn. */
  deliveries: NewDelivery[]
  /** Uploads of this session that are part of answers: from now on they are kept as long as the result. */
  keptUploads: string[]
}
export interface LogRow {
  id: string
  resultId: string
  status: string
  description: string
  details: string | null
  context: string | null
  createdAt: number
}
/** Position of a session among those of a bot, in the order in which they expire. */
export interface ExpiryPosition {
  expiresAt: number
  id: string
}
export interface SessionOrigin {
  id: string
  releaseId: string
  createdAt: number
}
export interface SessionStore {
  get(id: string): Promise<SessionRow | undefined>
  /** True if a session of this id has expired and its turns are kept: it cannot be continued, and no session can start with its id. */
  isOver(id: string): Promise<boolean>
  /** Everything that a reply needs, in one read: the session, the state of its workspace, and the answer stored for this key. */
  open(
    id: string,
    key?: string,
  ): Promise<{ row: SessionRow; isSuspended: boolean; answered?: Pick<TurnRow, 'requestHash' | 'answer'> } | undefined>
  turnByKey(sessionId: string, key: string): Promise<TurnRow | undefined>
  /** In ascending order of their numbers. */
  turns(sessionId: string): Promise<TurnRow[]>
  /**
   * The latest turns, or those before a number, ascending: at most `count`, and at most `bytes` of requests and answers, but always the
   * last one. `hasEarlier`: there are earlier turns.
   */
  latestTurns(
    sessionId: string,
    most: { count?: number | undefined; bytes: number; before?: number | undefined },
  ): Promise<{ turns: TurnRow[]; hasEarlier: boolean }>
  turn(sessionId: string, number: number): Promise<TurnRow | undefined>
  /** The release of each of these sessions and the time at which it began, including expired ones; previews are omitted. */
  origins(workspaceId: string, ids: readonly string[]): Promise<SessionOrigin[]>
  /** Ids of the sessions of a result whose turns are stored, including expired ones, in the order in which they began. */
  idsOfResult(result: Pick<ResultRow, 'id' | 'workspaceId' | 'lastChatSessionId'>): Promise<string[]>
  /**
   * 'stale' (and nothing written) if the session is not the one that the turn is based on, or already exists, if the number or key exists,
   * if the workspace is suspended (except for the first turn of a preview), if the bot of a first turn is gone, or if its release is
   * neither current in any environment of an open bot nor a variant of a running experiment. So a turn may be based on data that was read
   * earlier. Concurrent commits share one transaction.
   */
  commit(commit: TurnCommit): Promise<'committed' | 'stale'>
  /**
   * Sessions of a bot that continue with another release than this one, in the order in which they expire, after `after` (exclusive
   * keyset): at most `limit`. A session that is used in the meantime moves towards the end, so none is missed.
   */
  listOnOtherReleases(
    workspaceId: string,
    botId: string,
    releaseId: string,
    page: { after: ExpiryPosition; limit: number },
  ): Promise<ExpiryPosition[]>
  /**
   * Moves a session to another release, with another state. Its version stays, because nobody said anything; `updatedAt` becomes later, so
   * that no turn based on the earlier session can be committed. False (and nothing written) if it is no longer the session that was read.
   */
  changeRelease(
    session: Pick<SessionRow, 'id' | 'workspaceId' | 'version' | 'updatedAt'>,
    change: Pick<SessionRow, 'releaseId' | 'state' | 'updatedAt'>,
  ): Promise<boolean>
  /** The most recently used preview of a bot's draft that has not expired. */
  latestPreview(workspaceId: string, botId: string, now: number): Promise<SessionRow | undefined>
  /**
   * Removes at most `limit` expired sessions, and returns how many. If a session is the transcript of a result in which somebody replied,
   * its turns are kept as long as the result, without the bot's theme and settings in the answer to the start.
   */
  removeExpired(now: number, limit: number): Promise<number>
}

export interface AnswerRow {
  resultId: string
  blockId: string
  groupId: string
  variableId: string | null
  content: string
  attachedFileUrls: string | null
  storageUsed: number
  createdAt: number
}
export interface OriginOfResult extends Pick<ResultRow, 'releaseId' | 'environmentId' | 'source' | 'device'> {
  resultId: string
  variants: ExperimentVariant[]
}
export interface ResultStore {
  /**
   * Started results that are not deleted, createdAt in [from, to), newest first, ties by id descending, after `before` (exclusive keyset):
   * as many as fit on the page.
   */
  list(
    workspaceId: string,
    botId: string,
    filter: PageSize & { from?: number; to?: number; before?: Position },
  ): Promise<ResultPage>
  /** Returns the id of the result that comes after `index` others in such a list. */
  idAt(
    workspaceId: string,
    botId: string,
    place: { from?: number; to?: number; index: number },
  ): Promise<string | undefined>
  get(workspaceId: string, botId: string, id: string): Promise<ResultRow | undefined>
  /** Origins of those of these results that the bot has, by result id; `variants` are oldest first. */
  origins(workspaceId: string, botId: string, resultIds: readonly string[]): Promise<OriginOfResult[]>
  /** Finds a result in any workspace: for visitors, who know nothing but its id. Undefined if it is deleted. */
  find(id: string): Promise<ResultRow | undefined>
  /** Answers of several results, those of each in the order in which they were given, regardless of the clock. */
  answers(resultIds: readonly string[]): Promise<AnswerRow[]>
  /** Answers of one result, each truncated to the given number of characters; `isCut` if there was more. */
  shortAnswers(resultId: string, characters: number): Promise<(AnswerRow & { isCut: boolean })[]>
  /** Oldest first. */
  logs(workspaceId: string, botId: string, resultId: string): Promise<LogRow[]>
  visitedEdges(resultId: string): Promise<{ index: number; edgeId: string }[]>
  addLogs(logs: LogRow[]): Promise<void>
  /**
   * Marks these results, or all of the bot, as deleted: clears their variables, and removes all rows that belong to them, turns and
   * uploads. Returns how many.
   */
  delete(workspaceId: string, botId: string, resultIds: readonly string[] | 'all', now: number): Promise<number>
  /**
   * Permanently deletes results that were last written to before `before`, with their sessions, turns and all rows that belong to them: at
   * most `limit`. Their uploads are removed. Returns how many.
   */
  deleteOlder(before: number, limit: number): Promise<number>
  /** Number of results that `erase` would delete. */
  countWith(workspaceId: string, text: string): Promise<number>
  /**
   * Does the same for results of a workspace that contain this text as an answer or as the value of a variable, and for previews.
   * Case-insensitive for ASCII letters. Returns the number of results.
   */
  erase(workspaceId: string, text: string): Promise<number>
}

/** A webhook call of another system for a waiting conversation, held until its client fetches it. It is deleted with the session. */
export interface HeldWebhook {
  id: string
  workspaceId: string
  sessionId: string
  blockId: string
  /** JSON text. */
  body: string
  createdAt: number
}
export interface WebhookStore {
  /** 'missing' if the session is gone. */
  hold(webhook: HeldWebhook): Promise<'held' | 'missing'>
  /**
   * The oldest one for this block that no earlier turn of the session has had, now marked as given to the turn after `version`: until that
   * turn is committed, further calls return the same one, and afterwards the next.
   */
  take(sessionId: string, blockId: string, version: number): Promise<HeldWebhook | undefined>
}

/** Small instance-wide values, such as the key that signs cursors. */
export interface SettingStore {
  get(name: string): Promise<string | undefined>
  /** Writes only if absent; returns the value that is stored afterwards. */
  setIfAbsent(name: string, value: string): Promise<string>
}
