import type { Log } from '@colloquy/chat'
import type { ComparisonOperator } from '@colloquy/flow'

/** The state of one visitor. Small plain JSON without a copy of the flow: positions are ids, resolved in the session's programs. */
export interface Session {
  readonly version: 1
  /** Which channel shows the chat. */
  readonly channel: Channel
  /** Whom a messaging app shows it to; that channel only. */
  messaging?: Messaging
  readonly mode: 'live' | 'preview'
  /** A preview for somebody who may not change the bot: it sends no requests, emails or payments. */
  readonly isDryRun?: true
  /** Running bots, the one on top first. Never empty. */
  frames: Frame[]
  /** Id of the block that waits for a reply; absent before the first step and after an end that may begin again. */
  currentBlockId?: string
  /** The block before which a preview has stopped: the next reply continues there. If it is gone, its place in the group counts. */
  stoppedAt?: { groupId: string; blockId: string; index: number }
  /** Blocks before which a preview stops, by the bots that they are in; `isStepping` until it has stopped: before any. */
  breakpoints?: { blockIds: Record<string, string[]>; isStepping?: true }
  /** A text that is generated while the client follows it. Goes with the turn that uses it. */
  generation?: Generation
  /** True once a live conversation has ended after a reply; a new message is then refused. */
  ended?: boolean
  isStreamEnabled?: boolean
  /** What calls to language models have used up; absent before the first. */
  spent?: Spent
  /** Private values that calls to language models have held, by the tokens that stood for them; absent before the first. */
  masks?: Readonly<Record<string, string>>
  /** Answers saved so far; present only when the progress bar is on. */
  progress?: { totalAnswers: number }
  /** The block to which a Return block goes back. */
  returnMark?: { blockId: string }
  /** A reply that a reply event holds back until its branch returns or ends. */
  pendingReply?: { blockId: string; reply: Reply | null }
  /** Bytes of all requests and answers that are stored of it; counted by the driver. */
  storedBytes?: number
  visitedEdgeCount: number
  /** Where it began; absent in `live` without other credentials. */
  environment?: Environment
  /** Ids made so far in this session: a new id is derived from the session id and this counter. */
  idCount: number
}

export interface Spent {
  calls: number
  tokens: number
}

export interface Generation {
  /** The block that generates it, and at which the session waits. */
  blockId: string
  /** The bubble in whose place the client shows it. */
  bubbleId: string
  /** Variables that take the text. */
  variableIds: string[]
  status: 'awaited' | 'done' | 'failed'
  /** Present when it is done; what there is of it when it failed. */
  text?: string
  /** The client has shown another text. */
  isTakenBack?: true
  /** The edge by which the flow goes on, for what went wrong. */
  exitEdgeId?: string
  /** Logs of a preview, which the next turn shows. */
  logs?: Log[]
}

export type Channel = 'web' | 'messaging'

/** The contact in a messaging app, and the advertisement that led there. */
export interface Messaging {
  contact: { name: string; phoneNumber: string }
  /** The advertisement behind the first message, if there was one. */
  referral?: { sourceId?: string; clickId?: string }
}

/** An environment of a bot. Without an id it is `live`. */
export interface Environment {
  id?: string
  /** Ids of credentials of the flow, with the ids of those that are used in their place. */
  credentials?: Record<string, string>
  /** The experiment that the visitor is part of. */
  experiment?: ExperimentOfVisitor
}

export interface ExperimentOfVisitor {
  id: string
  /** Index of the variant whose release runs. */
  variant: number
  /** Tells visitors of the experiment apart, and nothing about them. */
  visitor: string
  goal: Goal
  isReached?: true
  /** What the figures have of it. */
  counted?: 'visitor' | 'goal'
}

/** What counts as success: a block is entered, the main bot's variable compares so, or the conversation is completed. */
export type Goal =
  | { kind: 'block'; blockId: string }
  | { kind: 'variable'; variableId: string; operator: ComparisonOperator; value?: string }
  | { kind: 'completed' }

/** One running bot: the main one at the bottom, linked ones above it. */
export interface Frame {
  /** Release (live) or draft key (preview) whose program runs. */
  readonly programId: string
  readonly resultId?: string
  /** Values by variable id, in the order of their last write. A variable that is absent has its default value. */
  variables: Record<string, VariableValue>
  /** Values that default bodies of HTTP requests and emails list. */
  answers: { key: string; value: string }[]
  /** The place where the parent continues when this frame has ended. */
  queue: Target[]
  mergesIntoParent?: boolean
  /** What blocks keep from one turn to the next, as texts by the id of the block; absent while none does. */
  memories?: Readonly<Record<string, string>>
  /** Variables that became the session's own while it ran: they are not written into results. */
  sessionVariableIds?: string[]
  /** Values of linked bots that merge into this one, for which it has no variable; found by name. */
  inherited?: readonly { id: string; name: string; value: VariableValue; isSessionVariable?: boolean }[]
}

export type VariableValue = string | (string | null)[] | null

/** Somewhere in the flow. `edgeId` is what a visited edge is recorded as. */
export interface Target {
  edgeId: string
  groupId: string
  blockId?: string
}

export type Reply =
  | { type: 'text'; text: string; metadata?: { replyId?: string }; attachedFileUrls?: string[] }
  | { type: 'audio'; url: string }
