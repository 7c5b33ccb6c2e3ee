import type { OriginField, SegmentKind } from '@colloquy/flow/result-fields'

/** Results of a bot that are not deleted and began in [from, to), in milliseconds. */
export interface Span {
  workspaceId: string
  botId: string
  from?: number
  to?: number
}

/**
 * Filter by origin: each given list is a condition, such as one of these environments. Values are texts, a variant is `experiment:index`;
 * null stands for results without a value.
 */
export type ResultOrigin = { readonly [Field in OriginField]?: readonly (string | null)[] }
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

/** `value`: as in a `ResultOrigin`. */
export interface Segment extends Counts {
  value: string | null
}

/** Results by the final value of a variable, as text of which the first 200 characters count. */
export interface VariableSegments {
  /** Most views first. Null is the segment of results without a value, which never counts among `other`. */
  segments: Segment[]
  /** All other values combined, and their number. */
  other: (Counts & { values: number }) | null
}

/** Counts of results that began in one quarter of an hour; `at` is its beginning. */
export interface ReturnCounts {
  at: number
  starts: number
  completions: number
  /** Number of started results to which something was written a day or more after they began. */
  returns: number
  /** Number of started results that answered the requested block. */
  reached: number
}

/** Analytics over many results. They may take long for large bots, but do not delay conversations. */
export interface AnalyticsStore {
  totals(span: OriginSpan): Promise<Counts>
  /** For each quarter of an hour that has results, in order; `at` is its beginning. In every time zone, days begin with a quarter. */
  byQuarter(span: OriginSpan): Promise<(Counts & { at: number })[]>
  /** Counts of returns of started results, by the quarter of an hour in which they began, in order. */
  returnsByQuarter(span: OriginSpan, blockId?: string): Promise<ReturnCounts[]>
  /**
   * The largest segments of a span, at most 50. A result without a variant is in no segment, a result with variants of several experiments
   * in one for each.
   */
  segments(span: OriginSpan, by: SegmentKind): Promise<Segment[]>
  /** The `max` most frequent values of a variable, and all others combined. */
  segmentsOfVariable(span: OriginSpan, variableId: string, max: number): Promise<VariableSegments>
  /** Time at which the oldest result began. */
  firstView(span: OriginSpan): Promise<number | undefined>
  answersByBlock(span: OriginSpan): Promise<{ blockId: string; answers: number }[]>
  visitsByEdge(span: OriginSpan): Promise<{ edgeId: string; visits: number }[]>
  /** How many results answered a block, and how many were left there: it is their last answer, and they are not completed. */
  dropOff(span: OriginSpan): Promise<{ blockId: string; answered: number; left: number }[]>
  /** How many results answered the first block, how many of those answered the second one later on, and so on. At most 10 blocks. */
  funnel(span: OriginSpan, blockIds: readonly string[]): Promise<number[]>
  /** Number of answers to a block by the whole seconds that they took since the previous event; an hour includes all that took longer. */
  secondsToAnswer(span: OriginSpan): Promise<{ blockId: string; seconds: number; answers: number }[]>
  /** Number of invalid replies to an input, and of results with any. */
  invalidRepliesByBlock(span: OriginSpan): Promise<{ blockId: string; rejections: number; results: number }[]>
  /** Usage of a workspace since `from`: chats that were answered, including deleted ones, and the current size of its files in bytes. */
  usage(workspaceId: string, from: number): Promise<{ chats: number; fileBytes: number }>
  /** Bytes of the conversations and results of each workspace that has any, without files. Reads all of them. */
  resultBytes(): Promise<{ workspaceId: string; bytes: number }[]>
}
