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
 * Everything that Colloquy keeps, behind one interface. Documents (flow, theme, session, answer) are opaque JSON text here.
 * Timestamps are milliseconds since 1970. Every read or write of a workspace's data takes the workspace id; a row of another
 * workspace is never told from one that does not exist. A call that rejects has written nothing (only where the connection to a
 * database breaks is it not known); it rejects with a `StorageFullError` when there was no room for what it wanted to write.
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
  /** For lists and exports: where there is a replica, results as they are known there. */
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
  /** Runs `work` while no other process on this database runs any of this name. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Throws when the database cannot be reached or written. */
  check(): Promise<void>
  /** Waits for writes under way, then closes. */
  close(): Promise<void>
}

/** There is no room left on the disk. Reads still work, and writes do again once there is room. */
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
  /** The removed token, or undefined when the owner has no such token. */
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
  /** Nothing may be sent from it to language models that others run. */
  isClosedToModels: boolean
  createdAt: number
  updatedAt: number
}
export interface WorkspaceStore {
  /** Creates it with its owner as ADMIN; false (and nothing written) when that user already belongs to one of this exact name. */
  create(workspace: Workspace, ownerId: string): Promise<boolean>
  get(id: string): Promise<Workspace | undefined>
  role(id: string, userId: string): Promise<Role | undefined>
  /** Makes the user a member in this role, in place of an earlier one. */
  setRole(id: string, userId: string, role: Role): Promise<void>
  /** Those the user belongs to, and in which role, newest first. */
  list(userId: string): Promise<(Workspace & { role: Role })[]>
  update(
    id: string,
    change: Partial<Pick<Workspace, 'name' | 'icon' | 'isSuspended' | 'isPastDue' | 'isClosedToModels' | 'plan'>>,
    now: number,
  ): Promise<Workspace | undefined>
  /** Removes it with everything in it. */
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
  /** 'taken' (and nothing written) when there is one of this id. */
  create(folder: Folder): Promise<'created' | 'taken'>
  get(workspaceId: string, id: string): Promise<Folder | undefined>
  /** Those in this folder, or in none, newest first. */
  list(workspaceId: string, parentFolderId: string | null): Promise<Folder[]>
  /** 'missing' also when the new parent is; 'cycle' when that is the folder itself or lies in it. */
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<Folder, 'name' | 'parentFolderId'>>,
    now: number,
  ): Promise<{ kind: 'updated'; folder: Folder } | { kind: 'missing' | 'cycle' }>
  /** The removed folder. Folders and bots in it are in none from then on. */
  delete(workspaceId: string, id: string): Promise<Folder | undefined>
}

/** Secrets of a workspace. What is readable here may be shown: all that is secret is in `ciphertext`, which only the vault opens. */
export interface CredentialsRow {
  id: string
  workspaceId: string
  type: string
  name: string
  /** The end of the secret, for people to tell one from another; null when the secret is too short to show any of it. */
  lastFour: string | null
  /** JSON text of a list, to be shown. What counts when a secret is sent is the list inside the ciphertext. */
  allowedHosts: string
  /** Which key the ciphertext was made with. */
  keyId: string
  ciphertext: string
  /** The provider no longer accepts what signing in brought: somebody has to sign in again. */
  needsSignIn: boolean
  createdAt: number
  updatedAt: number
}
/** Credentials without their secret. */
export type CredentialsSummary = Omit<CredentialsRow, 'keyId' | 'ciphertext'>
export interface CredentialsStore {
  /** 'taken' (and nothing written) when other messaging credentials, of any workspace, have this name. */
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
  /** Removes them, and takes them off the bots that use them for messaging. */
  delete(workspaceId: string, id: string): Promise<boolean>
  /** How many rows there are by key, of all workspaces. */
  countByKey(): Promise<{ keyId: string; count: number }[]>
  /** Rows of all workspaces that were encrypted with another key, by id, those behind `after`. */
  notOfKey(keyId: string, after: string, limit: number): Promise<CredentialsRow[]>
  /** Replaces ciphertexts, all or none; a row whose ciphertext is no longer `before` is left alone. How many were replaced. */
  reencrypt(
    rows: readonly { workspaceId: string; id: string; before: string; keyId: string; ciphertext: string }[],
  ): Promise<number>
  /**
   * Gives the right to refresh their tokens to one caller, until `until`. False while somebody else has it, and when the ciphertext is no
   * longer this one.
   */
  claimRefresh(
    row: Pick<CredentialsRow, 'workspaceId' | 'id' | 'ciphertext'>,
    until: number,
    now: number,
  ): Promise<boolean>
  /** Ends a refresh, with what it changed. False (and nothing written but the end) when the ciphertext is no longer `ciphertext`. */
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
  /** It was deleted: nobody sees it any more. */
  isDeleted: boolean
  /** When its author put it away, with all that it has: no new chats begin, and it can be taken back. Null while it is in use. */
  archivedAt: number | null
  isClosed: boolean
  messagingCredentialsId: string | null
  riskLevel: number | null
  publishedReleaseId: string | null
  /** JSON text: values of variables and other credentials of the environment in which new chats begin; null without any. */
  environment: string | null
  createdAt: number
  updatedAt: number
  /** How often the draft was changed: its name, icon, flow, theme or settings. */
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
/** A bot without its documents, and the standing of its workspace. */
export type StartableBot = BotSummary & {
  isSuspended: boolean
  /** JSON text: the experiment that runs where it was found; null without one. */
  experiment: string | null
  /** The environment whose public id led to it; absent for `live`. */
  environmentId?: string
}
/** What a change does to the draft, to be kept with it under the next revision. */
export type NewOperationBatch = Omit<OperationBatch, 'botId' | 'revision' | 'createdAt'>
export interface BotStore {
  /** Adds a bot with its tests. 'taken' (and nothing written) when another bot has the public id, or another one of the workspace the custom domain. */
  create(bot: BotRow, tests?: readonly BotTest[]): Promise<'created' | 'taken'>
  /** By id alone: who may see it is decided by the caller, from its workspaceId. Deleted ones too. */
  find(id: string): Promise<BotRow | undefined>
  /**
   * With the standing of its workspace, and without its documents: what a start needs to know is one read, which must not cost
   * more on a larger flow. The public id of an environment leads to its bot with the release and the values of that environment, in two reads.
   */
  findByPublicId(publicId: string): Promise<StartableBot | undefined>
  /** The same by host and path, such as `chat.example.com/help`, where its workspace has shown that the host is its own. */
  findByCustomDomain(customDomain: string): Promise<StartableBot | undefined>
  /** Those that anybody can begin a chat with by these messaging credentials, oldest first: published, open and in use. */
  listOfMessaging(workspaceId: string, credentialsId: string): Promise<StartableBot[]>
  /** Newest first, without the deleted. folderId: undefined = all, null = those without a folder; isArchived: undefined = both. */
  list(workspaceId: string, which?: { folderId?: string | null; isArchived?: boolean }): Promise<BotSummary[]>
  /** Those whose draft or live release holds this id as a text of its own, or whose messaging uses it; without the deleted. */
  listUsing(workspaceId: string, id: string): Promise<BotSummary[]>
  /**
   * All or nothing. `unlessUpdatedAfter`: refuses with 'conflict' when the stored updatedAt is later than that. With a `batch` the
   * draft gets its next revision. Rejects, having written nothing, when the bot has a batch of this id.
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
   * Stores a copy with its tests that takes the place of a bot: it gets the public id, and the original is archived without its public id, its
   * custom domain and its published release. `missing` when there is no such original.
   */
  replace(
    copy: BotRow,
    original: Pick<BotRow, 'workspaceId' | 'id'>,
    now: number,
    tests?: readonly BotTest[],
  ): Promise<'replaced' | 'missing'>
  /** Marks it deleted, clears publicId, customDomain and the published release, deletes its results, ends its sessions and removes its uploads. */
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
  /** What is new in it, in the words of who published it. */
  note: string | null
  /** JSON text: the outcome of the replay that it was published with. */
  evidence: string | null
  /** JSON text: a list of reasons why it was published although checks failed; null without any. */
  overrides: string | null
  authorId: string | null
  createdAt: number
}
/** A release without its documents. */
export type ReleaseSummary = Omit<Release, 'flow' | 'theme' | 'settings'>
export interface ReleaseStore {
  /**
   * Stores it and makes it current in `target`, which is `live` at once by default; the deployment has the id of the release. `publicId` is
   * given to a bot that has none ('taken' when it belongs to another). 'missing' when the bot or the environment is gone.
   */
  publish(release: Release, publicId: string, target?: DeploymentTarget): Promise<'published' | 'taken' | 'missing'>
  /** Clears the bot's pointer and ends the experiment in `live`; false when it was not published. */
  unpublish(workspaceId: string, botId: string, now: number): Promise<boolean>
  get(id: string): Promise<Release | undefined>
  /** Of a bot, newest first, after `before` (exclusive keyset). */
  list(
    workspaceId: string,
    botId: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<ReleaseSummary[]>
  /** Writes another note on it; undefined when the bot has no such release. */
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
/** One thing in and all that goes out. `number` counts from 1 within its session. `answer` holds the very bytes that were sent. */
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
/** One commit of a turn: all of it or nothing, durable when the promise resolves. */
export interface TurnCommit {
  /** The session as it shall stand; `version` is the new one. Its first commit has version 1 and inserts. */
  session: SessionRow
  /**
   * `updatedAt` of the session that the turn was made of; null at version 1. With the version before, it tells that this very
   * session stands there, also after the database was taken back to an earlier time.
   */
  updatedBefore: number | null
  turn: TurnRow
  /** In the session's workspace; it is their last session from now on. */
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
    /** Written with a new result, and left alone in one that is there. */
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
  /** Replies that did not fit the input that asked for them. */
  rejections: { resultId: string; blockId: string; createdAt: number }[]
  /** Of its result in an experiment: when it is first saved, and when it reaches the goal. */
  exposures: Exposure[]
  /** What is delivered after the turn. */
  deliveries: NewDelivery[]
  /** Uploads of this session that the answers name: from now on they stay as long as the result does. */
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
/** Where a session stands in the order in which those of a bot expire. */
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
  /** Whether a session of this id has expired and its turns are kept: nothing goes on from it, and none can begin with its id. */
  isOver(id: string): Promise<boolean>
  /** What a reply has to know, in one read: the session, the standing of its workspace, and what this key was answered. */
  open(
    id: string,
    key?: string,
  ): Promise<{ row: SessionRow; isSuspended: boolean; answered?: Pick<TurnRow, 'requestHash' | 'answer'> } | undefined>
  turnByKey(sessionId: string, key: string): Promise<TurnRow | undefined>
  /** By number, ascending. */
  turns(sessionId: string): Promise<TurnRow[]>
  /**
   * The latest ones, or those before a number, ascending: at most `count`, and at most `bytes` of requests and answers, but always
   * the last one. `hasEarlier`: others were left out.
   */
  latestTurns(
    sessionId: string,
    most: { count?: number | undefined; bytes: number; before?: number | undefined },
  ): Promise<{ turns: TurnRow[]; hasEarlier: boolean }>
  turn(sessionId: string, number: number): Promise<TurnRow | undefined>
  /** The release that each of these sessions runs on and when it began, expired ones included; previews are left out. */
  origins(workspaceId: string, ids: readonly string[]): Promise<SessionOrigin[]>
  /** Ids of the sessions of a result whose turns are there, expired ones included, in the order in which they began. */
  idsOfResult(result: Pick<ResultRow, 'id' | 'workspaceId' | 'lastChatSessionId'>): Promise<string[]>
  /**
   * 'stale' (and nothing written) when the session is not the one that the turn was made of, or is there already, when the number or
   * key exists, when the workspace is suspended (but for the first turn of a preview), when the bot of a first turn is gone, and when
   * its release is neither current in any environment of a bot that is open nor a variant of a running experiment. So a turn may be made of what was not read just now. Concurrent commits share one transaction.
   */
  commit(commit: TurnCommit): Promise<'committed' | 'stale'>
  /**
   * Sessions of a bot that go on with another release than this one, in the order in which they expire, after `after` (exclusive keyset):
   * at most `limit`. A session that is used meanwhile moves towards the end, so that none is left out.
   */
  listOnOtherReleases(
    workspaceId: string,
    botId: string,
    releaseId: string,
    page: { after: ExpiryPosition; limit: number },
  ): Promise<ExpiryPosition[]>
  /**
   * Lets a session go on with another release, in another state. Its version stays, because nobody said anything; `updatedAt` becomes later, so
   * that no turn that was made of the session before can be committed. False (and nothing written) when it is no longer the session that
   * was read.
   */
  changeRelease(
    session: Pick<SessionRow, 'id' | 'workspaceId' | 'version' | 'updatedAt'>,
    change: Pick<SessionRow, 'releaseId' | 'state' | 'updatedAt'>,
  ): Promise<boolean>
  /** The preview of a bot's draft that was used last and has not expired. */
  latestPreview(workspaceId: string, botId: string, now: number): Promise<SessionRow | undefined>
  /**
   * How many expired sessions were removed; at most `limit`. Their turns stay where they are the transcript of a result in which somebody
   * replied, for as long as it is there, without the bot's theme and settings in the answer to the start.
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
   * Started and not archived, createdAt in [from, to), newest first, ties by id descending, after `before` (exclusive keyset): as many as
   * fit the page.
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
  /** Where those come from that the bot has, by their ids; `variants` are the oldest first. */
  origins(workspaceId: string, botId: string, resultIds: readonly string[]): Promise<OriginOfResult[]>
  /** Of whichever workspace: for visitors, who know no more than this id. Not when it is deleted. */
  find(id: string): Promise<ResultRow | undefined>
  /** Answers of several results: those of each in the order in which they were given, whatever the clock said. */
  answers(resultIds: readonly string[]): Promise<AnswerRow[]>
  /** Answers of one result, each cut after so many characters; `isCut` where there was more. */
  shortAnswers(resultId: string, characters: number): Promise<(AnswerRow & { isCut: boolean })[]>
  /** Oldest first. */
  logs(workspaceId: string, botId: string, resultId: string): Promise<LogRow[]>
  visitedEdges(resultId: string): Promise<{ index: number; edgeId: string }[]>
  addLogs(logs: LogRow[]): Promise<void>
  /** Marks these as deleted, or all of the bot: variables emptied, all that belongs to them, turns and uploads removed. How many. */
  delete(workspaceId: string, botId: string, resultIds: readonly string[] | 'all', now: number): Promise<number>
  /**
   * Deletes for good, with their sessions, turns and all that belongs to them, results that nothing was written to since
   * `before`: at most `limit`. Their uploads are removed. How many.
   */
  deleteOlder(before: number, limit: number): Promise<number>
  /** How many results `erase` would delete. */
  countWith(workspaceId: string, text: string): Promise<number>
  /**
   * The same for results of a workspace that hold this text as an answer or as the value of a variable, and for previews. Upper
   * and lower case are the same, in ASCII. How many results.
   */
  erase(workspaceId: string, text: string): Promise<number>
}

/** What another system sent to a conversation that listens, held until its client has it. Goes with the session. */
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
  /** 'missing' when the session is gone. */
  hold(webhook: HeldWebhook): Promise<'held' | 'missing'>
  /**
   * The oldest one for this block that no earlier turn of the session has had, now marked as given to the turn after `version`:
   * asked again before that turn is taken, it is the same one; afterwards it is the next.
   */
  take(sessionId: string, blockId: string, version: number): Promise<HeldWebhook | undefined>
}

/** Small instance-wide values, such as the key that signs cursors. */
export interface SettingStore {
  get(name: string): Promise<string | undefined>
  /** Writes only when absent; answers the value that stands afterwards. */
  setIfAbsent(name: string, value: string): Promise<string>
}
