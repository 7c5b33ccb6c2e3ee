import type { Log } from '@colloquy/chat'
import type { ComparisonOperator } from '@colloquy/flow'

/** The state of one visitor. Small plain JSON without a copy of the flow: positions are ids, resolved in the session's compiled flows. */
export interface Session {
  readonly version: 1
  /** The channel that shows the chat. */
  readonly channel: Channel
  /** The contact in a messaging app; only on that channel. */
  messaging?: Messaging
  readonly mode: 'live' | 'preview'
  /** Id of the person who opened the preview; only in previews, which end with the rights of that person. */
  readonly openedBy?: string
  /** A preview by somebody who may not change the bot: it sends no requests, emails or payments. */
  readonly isDryRun?: true
  /** Running bots, the one on top first. Never empty. */
  frames: Frame[]
  /** Id of the block that waits for a reply; absent before the first step, and after an end that allows a restart. */
  currentBlockId?: string
  /** The block before which a preview has stopped: the next reply continues there. If it is gone, its index in the group is used. */
  stoppedAt?: { groupId: string; blockId: string; index: number }
  /** Blocks before which a preview stops, by bot. With `isStepping`, it stops before the next block, whichever it is. */
  breakpoints?: { blockIds: Record<string, string[]>; isStepping?: true }
  /** A text that is generated while it is streamed to the client. The turn that uses it removes it. */
  generation?: Generation
  /** True once a live conversation has ended after a reply; further messages are rejected. */
  ended?: boolean
  isStreamEnabled?: boolean
  /** Usage of language models so far; absent before the first call. */
  spent?: Spent
  /** Private values that calls to language models contained, by the tokens that replaced them; absent before the first. */
  masks?: Readonly<Record<string, string>>
  /** Answers saved so far; present only when the progress bar is enabled. */
  progress?: { totalAnswers: number }
  /** The block to which a Return block goes back. */
  returnMark?: { blockId: string }
  /** A reply that a reply event holds back until its branch returns or ends. */
  pendingReply?: { blockId: string; reply: Reply | null }
  /** The wait for an answer after which the flow continues without one; absent if the input has no such exit. */
  noAnswer?: { waitId: string; at: number; after: number; textFormat?: 'markdown' }
  /** Invalid replies to the input that waits, if it has an exit after several. */
  invalidTries?: { blockId: string; count: number }
  /** The block at which a person speaks, or is asked for. */
  person?: { blockId: string }
  /** People have spoken in the conversation in place of the bot. */
  hasPeople?: true
  /** Entries for models of what people have said in place of the bot, the last ones, and how many there were. */
  people?: { count: number; entries: readonly string[] }
  /** Such an entry, for the next turn: it is part of its input. */
  saidByPeople?: string
  /** Time at which the bot was given the conversation back: what came before is not for the bot. */
  returnedAt?: number
  /** Bytes of all requests and answers stored for the session; counted by the driver. */
  storedBytes?: number
  visitedEdgeCount: number
  /** Environment in which it began; absent in `live` without other credentials. */
  environment?: Environment
  /** Number of ids created in this session: a new id is derived from the session id and this counter. */
  idCount: number
}

export interface Spent {
  calls: number
  tokens: number
}

export interface Generation {
  /** The block that generates the text, and at which the session waits. */
  blockId: string
  /** The bubble that the client replaces with the text. */
  bubbleId: string
  /** Variables that receive the text. */
  variableIds: string[]
  status: 'awaited' | 'done' | 'failed'
  /** Present when it is done; the partial text when it failed. */
  text?: string
  /** The client has shown a different text. */
  isTakenBack?: true
  /** It failed, and another attempt would give no text: the flow continues. */
  isSettled?: true
  /** Edge by which the flow continues after a failure. */
  exitEdgeId?: string
  /** Logs of a preview, which the next turn shows. */
  logs?: Log[]
}

export type Channel = 'web' | 'messaging'

/** The contact in a messaging app, and the advertisement that led there. */
export interface Messaging {
  /** The type of the channel; absent in conversations that began before it was stored. */
  channel?: string
  contact: { name: string; phoneNumber: string }
  /** The advertisement behind the first message, if there was one. */
  referral?: { sourceId?: string; clickId?: string }
}

/** An environment of a bot. Without an id it is `live`. */
export interface Environment {
  id?: string
  /** Ids of the flow's credentials, with the ids of those that replace them. */
  credentials?: Record<string, string>
  /** The experiment that the visitor takes part in. */
  experiment?: ExperimentOfVisitor
}

export interface ExperimentOfVisitor {
  id: string
  /** Index of the variant whose release runs. */
  variant: number
  /** Distinguishes visitors of the experiment and reveals nothing else about them. */
  visitor: string
  goal: Goal
  isReached?: true
  /** The last event that is counted in the experiment's results. */
  counted?: 'visitor' | 'goal'
}

/** Condition for success: a block is entered, the main bot's variable matches, or the conversation is completed. */
export type Goal =
  | { kind: 'block'; blockId: string }
  | { kind: 'variable'; variableId: string; operator: ComparisonOperator; value?: string }
  | { kind: 'completed' }

/** One running bot: the main one at the bottom, linked ones above it. */
export interface Frame {
  /**
   * Release (live) or draft key (preview) whose compiled flow runs. It keeps an earlier name, because it is stored in sessions and
   * recordings, which processes of two versions share during an upgrade.
   */
  readonly programId: string
  readonly resultId?: string
  /** Values by variable id, in the order of their last write. A variable that is absent has its default value. */
  variables: Record<string, VariableValue>
  /** Values listed by the default bodies of HTTP requests and emails. */
  answers: { key: string; value: string }[]
  /** Target at which the parent continues when this frame has ended. */
  queue: Target[]
  mergesIntoParent?: boolean
  /** Texts that blocks store between turns, by block id; absent when there are none. */
  memories?: Readonly<Record<string, string>>
  /** Variables that became private to the session while it ran: they are not written to results. */
  sessionVariableIds?: string[]
  /** Values of linked bots that merge into this one, but for which it has no variable; looked up by name. */
  inherited?: readonly { id: string; name: string; value: VariableValue; isSessionVariable?: boolean }[]
}

export type VariableValue = string | (string | null)[] | null

/** A position in the flow. `edgeId` is the id under which a visited edge is recorded. */
export interface Target {
  edgeId: string
  groupId: string
  blockId?: string
}

/** Ids of chosen items, which decide before the text does: one, or several in any order. */
export interface ReplyMetadata {
  replyId?: string
  replyIds?: string[]
}

export type Reply =
  | { type: 'text'; text: string; metadata?: ReplyMetadata; attachedFileUrls?: string[] }
  | { type: 'audio'; url: string }
