/** What calls of one block to one model have used up on one day. */
export interface ModelLedgerRow {
  workspaceId: string
  botId: string
  /** Empty for calls that no block made. */
  blockId: string
  /** Of UTC, as `2026-11-23`. */
  day: string
  /** The type of the integration. */
  provider: string
  model: string
  calls: number
  inputTokens: number
  outputTokens: number
  /** Those of the input that the provider had kept. */
  cachedTokens: number
  /** Millionths of a hundredth of the currency that the operator's prices are in. */
  microcents: number
}

/** What calls to one model have used up on several days. The name of a bot that was deleted is null. */
export type ModelTotals = Omit<ModelLedgerRow, 'day' | 'blockId'> & { botName: string | null }

/** The same for one block of a bot. */
export type BlockTotals = Omit<ModelLedgerRow, 'workspaceId' | 'botId' | 'day'>

/** Holds back what a call may use up, until it is settled. */
export interface ModelReservation {
  id: string
  workspaceId: string
  botId: string
  tokens: number
  microcents: number
  madeAt: number
}

/** A budget is that of a bot or of its whole workspace. */
export type BudgetLevel = 'bot' | 'workspace'

export interface BudgetCeilings {
  dayTokens?: number
  monthMicrocents?: number
}

/** What is used up of a budget; with `reserved`, what calls under way may add. */
export interface ModelBudget {
  dayTokens: number
  monthMicrocents: number
}

export type ReserveOutcome =
  | { answer: 'reserved' }
  | { answer: 'over'; level: BudgetLevel; ceiling: keyof BudgetCeilings; used: number; most: number }

export interface ModelSpendingStore {
  /**
   * Reserves what a call may use up, in the budgets of its bot and its workspace, unless that could pass a ceiling of theirs: then nothing
   * is written. Of calls at once, in any number of processes, each sees the reservations of those before it. Reservations made before
   * `expiredBefore` are released first.
   */
  reserve(
    reservation: ModelReservation,
    ceilings: Readonly<Partial<Record<BudgetLevel, BudgetCeilings>>>,
    expiredBefore: number,
  ): Promise<ReserveOutcome>
  /** Writes what a call has used up, and releases its reservation. Answers both budgets as they stand from then on. */
  settle(used: ModelLedgerRow, reservationId?: string): Promise<Record<BudgetLevel, ModelBudget>>
  /** The rows of a workspace from a day on, days taken together, most tokens first, up to 1,000; of one bot, if it is named. */
  totals(workspaceId: string, from: string, botId?: string): Promise<ModelTotals[]>
  /** The same by blocks of one bot. */
  blockTotals(workspaceId: string, botId: string, from: string): Promise<BlockTotals[]>
  /** Removes the rows of days before this one. */
  removeBefore(day: string): Promise<number>
}
