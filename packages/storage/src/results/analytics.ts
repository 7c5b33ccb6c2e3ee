import type { Device } from './result-row.js'

/** Results of a bot that are not deleted and began in [from, to), in milliseconds. */
export interface Span {
  workspaceId: string
  botId: string
  from?: number
  to?: number
}

/** Where results come from, each as far as it is given: one of these environments, of which null is `live`, and so forth. */
export interface ResultOrigin {
  environmentIds?: readonly (string | null)[]
  releaseIds?: readonly string[]
  variants?: readonly ExperimentVariant[]
  /** Null stands for results without one. */
  sources?: readonly (string | null)[]
  devices?: readonly (Device | null)[]
}
/** A variant of an experiment, by its index. */
export interface ExperimentVariant {
  experimentId: string
  variant: number
}

/** Results of a span that have one origin. */
export interface OriginSpan extends Span {
  origin?: ResultOrigin
}
export interface Counts {
  views: number
  starts: number
  completions: number
}

/** By what results can be told apart in segments. */
export type SegmentKind = 'environment' | 'release' | 'variant' | 'source' | 'device'

/** `value`: an environment (null for `live`), a variant as `experiment:index`, or a release, source or device (null where it is unknown). */
export interface Segment extends Counts {
  value: string | null
}

/** Results by what a variable held at the end, as text: at most 200 characters of it count. */
export interface VariableSegments {
  /** Most views first. Null where the variable is empty, which is never among the others. */
  segments: Segment[]
  /** All other values in one, and how many those are. */
  other: (Counts & { values: number }) | null
}

/** Of the results that began in one quarter of an hour; `at` is its beginning. */
export interface ReturnCounts {
  at: number
  starts: number
  completions: number
  /** Of the started ones: to which something was written a day or more after they began. */
  returns: number
  /** Of the started ones: that answered the block which is asked for. */
  reached: number
}

/** Figures over many results. They take their time on large bots, and hold up no conversation. */
export interface AnalyticsStore {
  totals(span: OriginSpan): Promise<Counts>
  /** Of each quarter of an hour that has any, in order; `at` is its beginning. Every time zone begins its days with a quarter. */
  byQuarter(span: OriginSpan): Promise<(Counts & { at: number })[]>
  /** What became of started results, by the quarter of an hour in which they began, in order. */
  returnsByQuarter(span: OriginSpan, blockId?: string): Promise<ReturnCounts[]>
  /** The largest segments of a span, at most 50. A result without a variant is in none, one of several experiments in one for each. */
  segments(span: OriginSpan, by: SegmentKind): Promise<Segment[]>
  /** The `most` commonest values of a variable each, and the rest in one. */
  segmentsOfVariable(span: OriginSpan, variableId: string, most: number): Promise<VariableSegments>
  /** When the oldest result began. */
  firstView(span: OriginSpan): Promise<number | undefined>
  answersByBlock(span: OriginSpan): Promise<{ blockId: string; answers: number }[]>
  visitsByEdge(span: OriginSpan): Promise<{ edgeId: string; visits: number }[]>
  /** How many results answered a block, and how many were left there: it is their last answer, and they are not completed. */
  dropOff(span: OriginSpan): Promise<{ blockId: string; answered: number; left: number }[]>
  /** How many results answered the first block, how many of those the second one later on, and so forth. At most 10 blocks. */
  funnel(span: OriginSpan, blockIds: readonly string[]): Promise<number[]>
  /** How many answers to a block took so many whole seconds since what came before; an hour stands for all that took longer. */
  secondsToAnswer(span: OriginSpan): Promise<{ blockId: string; seconds: number; answers: number }[]>
  /** How many replies an input did not accept, and of how many results. */
  rejectionsByBlock(span: OriginSpan): Promise<{ blockId: string; rejections: number; results: number }[]>
  /** What a workspace used since then: chats that were answered, deleted ones included, and the bytes of its files as they are now. */
  usage(workspaceId: string, from: number): Promise<{ chats: number; fileBytes: number }>
  /** Bytes of the conversations and results of each workspace that has any, without the files. Reads all of them. */
  resultBytes(): Promise<{ workspaceId: string; bytes: number }[]>
}
