/** Results of a bot that are not deleted and began in [from, to), in milliseconds. */
export interface Span {
  workspaceId: string
  botId: string
  from?: number
  to?: number
}
export interface Counts {
  views: number
  starts: number
  completions: number
}

/** Figures over many results. They take their time on large bots, and hold up no conversation. */
export interface AnalyticsStore {
  totals(span: Span): Promise<Counts>
  /** Of each quarter of an hour that has any, in order; `at` is its beginning. Every time zone begins its days with a quarter. */
  byQuarter(span: Span): Promise<(Counts & { at: number })[]>
  /** When the oldest result began. */
  firstView(span: Span): Promise<number | undefined>
  answersByBlock(span: Span): Promise<{ blockId: string; answers: number }[]>
  visitsByEdge(span: Span): Promise<{ edgeId: string; visits: number }[]>
  /** How many results answered a block, and how many were left there: it is their last answer, and they are not completed. */
  dropOff(span: Span): Promise<{ blockId: string; answered: number; left: number }[]>
  /** How many results answered the first block, how many of those the second one later on, and so forth. At most 10 blocks. */
  funnel(span: Span, blockIds: readonly string[]): Promise<number[]>
  /** How many answers to a block took so many whole seconds since what came before; an hour stands for all that took longer. */
  secondsToAnswer(span: Span): Promise<{ blockId: string; seconds: number; answers: number }[]>
  /** How many replies an input did not accept, and of how many results. */
  rejectionsByBlock(span: Span): Promise<{ blockId: string; rejections: number; results: number }[]>
  /** What a workspace used since then: chats that were answered, deleted ones included, and the bytes of its files as they are now. */
  usage(workspaceId: string, from: number): Promise<{ chats: number; fileBytes: number }>
  /** Bytes of the conversations and results of each workspace that has any, without the files. Reads all of them. */
  resultBytes(): Promise<{ workspaceId: string; bytes: number }[]>
}
