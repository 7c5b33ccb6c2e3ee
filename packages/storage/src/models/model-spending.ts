/** Usage of one model by one block on one day. */
export interface ModelLedgerRow {
  workspaceId: string
  botId: string
  /** Empty for calls that were not made by a block. */
  blockId: string
  /** Day in UTC, such as `2026-11-23`. */
  day: string
  /** The type of the integration. */
  provider: string
  model: string
  calls: number
  inputTokens: number
  outputTokens: number
  /** Input tokens that the provider had cached. */
  cachedTokens: number
  /** Millionths of a hundredth of the currency of the operator's prices. */
  microcents: number
}

/** Usage of one model over several days. The name of a bot that was deleted is null. */
export type ModelTotals = Omit<ModelLedgerRow, 'day' | 'blockId'> & { botName: string | null }

/** Usage of one model by one block of a bot over several days. */
export type BlockTotals = Omit<ModelLedgerRow, 'workspaceId' | 'botId' | 'day'>

/** Reserves the most that a call may use, until it is settled. */
export interface ModelReservation {
  id: string
  workspaceId: string
  botId: string
  tokens: number
  microcents: number
  madeAt: number
}

/** A budget applies to one bot or to its whole workspace. */
export type BudgetLevel = 'bot' | 'workspace'

export interface BudgetCeilings {
  dayTokens?: number
  monthMicrocents?: number
}

/** Used part of a budget; `reserved` is what running calls may add. */
export interface ModelBudget {
  dayTokens: number
  monthMicrocents: number
}

export type ReserveOutcome =
  | { answer: 'reserved' }
  | { answer: 'over'; level: BudgetLevel; ceiling: keyof BudgetCeilings; used: number; max: number }

export interface ModelSpendingStore {
  /**
   * Reserves the most that a call may use in the budgets of its bot and its workspace. Writes nothing if that could exceed a ceiling of
   * either. Concurrent calls, in any number of processes, each see the reservations of those before them. Reservations made before
   * `expiredBefore` are released first.
   */
  reserve(
    reservation: ModelReservation,
    ceilings: Readonly<Partial<Record<BudgetLevel, BudgetCeilings>>>,
    expiredBefore: number,
  ): Promise<ReserveOutcome>
  /** Records what a call has used, and releases its reservation. Returns the new state of both budgets. */
  settle(used: ModelLedgerRow, reservationId?: string): Promise<Record<BudgetLevel, ModelBudget>>
  /** The rows of a workspace from a day on, summed over days, most tokens first, up to 1,000; only those of one bot, if it is given. */
  totals(workspaceId: string, from: string, botId?: string): Promise<ModelTotals[]>
  /** The same for one bot, by block. */
  blockTotals(workspaceId: string, botId: string, from: string): Promise<BlockTotals[]>
  /** Removes the rows of days before this one. */
  removeBefore(day: string): Promise<number>
}
