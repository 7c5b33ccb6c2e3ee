import type { FieldValues } from '@colloquy/flow/result-fields'
import type { TurnContact } from '../contacts/contacts.js'
import type { NewDelivery } from '../deliveries/deliveries.js'
import type { Exposure } from '../experiments/experiments.js'
import type { Conversation, ConversationMessage } from '../holders/holders.js'
import type { Notice } from '../notifications/notifications.js'
import type { AnswerRow, LogRow, ResultRow, VisitedEdge } from '../results/result-row.js'

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
  /** A `Hold` as JSON text while somebody other than the bot speaks; null while the bot does. */
  held: string | null
  /** Time at which it continues without an answer; while a process does that, the end of its lease. Null if it only waits. */
  noAnswerAt: number | null
  /** Null if nobody knows who it is. */
  contactId: string | null
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
  /** Results in the session's workspace; this session becomes their last one. Values of a visit are written with a new result only. */
  results: (FieldValues & {
    id: string
    botId: string
    hasStarted: boolean
    isCompleted: boolean
    variables: string
    at: number
  })[]
  answers: AnswerRow[]
  visitedEdges: VisitedEdge[]
  logs: LogRow[]
  /** Replies that were not valid for the input that requested them. */
  rejections: { resultId: string; blockId: string; createdAt: number }[]
  /** Exposures of its result in an experiment: when the result is first saved, and when it reaches the goal. */
  exposures: Exposure[]
  /** Calls that are delivered after the turn. */
  deliveries: NewDelivery[]
  /** Events that rules of its bots report; absent where there are none. */
  notices?: Notice[]
  /** The bot asked for a person: what goes to the inbox. The numbers of the messages begin at 1, behind those that are stored. */
  handOver?: { messages: ConversationMessage[]; conversation: Conversation }
  /** Changes the contact of the session, or makes the person a contact; absent in most turns. `session.contactId` is set to the contact. */
  contact?: TurnContact
  /** Uploads of this session that are part of answers: from now on they are kept as long as the result. */
  keptUploads: string[]
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
  ): Promise<
    { row: SessionRow; isSuspended: boolean; storedTurn?: Pick<TurnRow, 'requestHash' | 'answer'> } | undefined
  >
  /** True if a session that can be continued has an id of this many characters. Takes a while, and blocks nobody. */
  hasIdsOfLength(characters: number): Promise<boolean>
  turnByKey(sessionId: string, key: string): Promise<TurnRow | undefined>
  /** In ascending order of their numbers. */
  turns(sessionId: string): Promise<TurnRow[]>
  /**
   * The latest turns, or those before a number, ascending: at most `count`, and at most `bytes` of requests and answers, but always the
   * last one. `hasEarlier`: there are earlier turns.
   */
  latestTurns(
    sessionId: string,
    max: { count?: number | undefined; bytes: number; before?: number | undefined },
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
   * that no turn based on the earlier session can be committed. False (and nothing written) if the session has changed since it was read.
   */
  changeRelease(
    session: Pick<SessionRow, 'id' | 'workspaceId' | 'version' | 'updatedAt'>,
    change: Pick<SessionRow, 'releaseId' | 'state' | 'updatedAt'>,
  ): Promise<boolean>
  /**
   * Sessions that are due to continue without an answer, except those of some workspaces: at most `limit`, in the order in which they are
   * due, while workspaces take turns. They are due again at `until`, unless a turn of them is committed before.
   */
  takeUnanswered(now: number, until: number, limit: number, except: readonly string[]): Promise<SessionRow[]>
  /** The earliest time at which a session continues without an answer, except those of some workspaces. */
  nextNoAnswerAt(except: readonly string[]): Promise<number | undefined>
  /** Changes when a session continues without an answer, unless a turn came first. It expires at `expiresAt` at the earliest. */
  setNoAnswerAt(
    session: Pick<SessionRow, 'id' | 'workspaceId' | 'version' | 'updatedAt'>,
    noAnswerAt: number | null,
    expiresAt: number,
  ): Promise<void>
  /** The most recently used preview of a bot's draft that has not expired. */
  latestPreview(workspaceId: string, botId: string, now: number): Promise<SessionRow | undefined>
  /**
   * Removes at most `limit` expired sessions, and returns how many. If a session is the transcript of a result in which somebody replied,
   * its turns are kept as long as the result, without the bot's theme and settings in the answer to the start.
   */
  removeExpired(now: number, limit: number): Promise<number>
}
