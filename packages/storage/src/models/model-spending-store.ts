import { all, type Database, get, run, type Work } from '../database.js'
import { Table } from '../table.js'
import type {
  BudgetCeilings,
  BudgetLevel,
  ModelLedgerRow,
  ModelReservation,
  ModelSpendingStore,
  ReserveOutcome,
} from './model-spending.js'

const ledger = new Table<ModelLedgerRow>('model_ledger', {
  workspaceId: 'text',
  botId: 'text',
  blockId: 'text',
  day: 'text',
  provider: 'text',
  model: 'text',
  calls: 'integer',
  inputTokens: 'integer',
  outputTokens: 'integer',
  cachedTokens: 'integer',
  microcents: 'integer',
})

const reservations = new Table<ModelReservation>('model_reservations', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  tokens: 'integer',
  microcents: 'integer',
  madeAt: 'integer',
})

interface BudgetRow {
  workspaceId: string
  botId: string
  day: string
  dayTokens: number
  monthMicrocents: number
  reservedTokens: number
  reservedMicrocents: number
}

const budgets = new Table<BudgetRow>('model_budgets', {
  workspaceId: 'text',
  botId: 'text',
  day: 'text',
  dayTokens: 'integer',
  monthMicrocents: 'integer',
  reservedTokens: 'integer',
  reservedMicrocents: 'integer',
})

const counts = ['calls', 'input_tokens', 'output_tokens', 'cached_tokens', 'microcents'] as const
const addToLedger =
  `${ledger.insert} ON CONFLICT (workspace_id, bot_id, day, block_id, provider, model) DO UPDATE SET ` +
  counts.map((column) => `${column} = model_ledger.${column} + excluded.${column}`).join(', ')

const sums = counts.map((column) => `sum(${column}) AS ${column}`).join(', ')

const nameOfBot = '(SELECT name FROM bots WHERE bots.id = model_ledger.bot_id AND bots.is_deleted = 0)'

export function modelSpendingStore(database: Database): ModelSpendingStore {
  const read = `SELECT ${budgets.columns} FROM model_budgets WHERE workspace_id = ? AND bot_id = ?${database.dialect.forUpdate}`

  /** The budgets of a workspace and of one of its bots on a day. That of the workspace is locked first, and always: no two wait for each other. */
  function* lock(workspaceId: string, botId: string, day: string): Work<Record<BudgetLevel, BudgetRow>> {
    const workspace = yield* lockOne(workspaceId, '', day)
    return { workspace, bot: yield* lockOne(workspaceId, botId, day) }
  }

  function* lockOne(workspaceId: string, botId: string, day: string): Work<BudgetRow> {
    const found = yield* get<BudgetRow>(read, workspaceId, botId)
    if (found) return onDay(found, day)
    const none = { dayTokens: 0, monthMicrocents: 0, reservedTokens: 0, reservedMicrocents: 0 }
    const values = budgets.values({ workspaceId, botId, day, ...none })
    yield* run(`${budgets.insert} ON CONFLICT (workspace_id, bot_id) DO NOTHING`, ...values)
    return onDay((yield* get<BudgetRow>(read, workspaceId, botId))!, day)
  }

  return {
    reserve(reservation, ceilings, expiredBefore) {
      const { workspaceId, botId, tokens, microcents, madeAt } = reservation
      return database.transaction(function* (): Work<ReserveOutcome> {
        const locked = yield* lock(workspaceId, botId, dayOf(madeAt))
        yield* releaseExpired(workspaceId, expiredBefore, locked)
        for (const level of ['workspace', 'bot'] as const) {
          const over = excess(locked[level], reservation, ceilings[level])
          if (over) return { answer: 'over', level, ...over }
        }
        for (const budget of [locked.workspace, locked.bot]) {
          budget.reservedTokens += tokens
          budget.reservedMicrocents += microcents
          yield* write(budget)
        }
        yield* run(reservations.insert, ...reservations.values(reservation))
        return { answer: 'reserved' }
      })
    },
    settle(used, reservationId) {
      const { workspaceId, botId, day, inputTokens, outputTokens, microcents } = used
      return database.transaction(function* () {
        const locked = yield* lock(workspaceId, botId, day)
        const remove = `DELETE FROM model_reservations WHERE id = ? RETURNING ${reservations.columns}`
        const held = reservationId === undefined ? undefined : yield* get<ModelReservation>(remove, reservationId)
        for (const budget of [locked.workspace, locked.bot]) {
          if (held) release(budget, held)
          budget.dayTokens += inputTokens + outputTokens
          budget.monthMicrocents += microcents
          yield* write(budget)
        }
        if (used.calls > 0) yield* run(addToLedger, ...ledger.values(used))
        return locked
      })
    },
    async totals(workspaceId, from, botId) {
      const rows = await database.analyticalQuery(
        `SELECT bot_id, provider, model, ${nameOfBot} AS bot_name, ${sums} FROM model_ledger WHERE workspace_id = ? AND day >= ?` +
          `${botId === undefined ? '' : ' AND bot_id = ?'} GROUP BY bot_id, provider, model ` +
          'ORDER BY sum(input_tokens) + sum(output_tokens) DESC, bot_id, provider, model LIMIT 1000',
        ...(botId === undefined ? [workspaceId, from] : [workspaceId, from, botId]),
      )
      return rows.map((row) => ({
        workspaceId,
        botId: String(row.bot_id),
        botName: row.bot_name === null ? null : String(row.bot_name),
        ...spentOf(row),
      }))
    },
    async blockTotals(workspaceId, botId, from) {
      const rows = await database.analyticalQuery(
        `SELECT block_id, provider, model, ${sums} FROM model_ledger WHERE workspace_id = ? AND bot_id = ? AND day >= ? ` +
          'GROUP BY block_id, provider, model ' +
          'ORDER BY sum(input_tokens) + sum(output_tokens) DESC, block_id, provider, model LIMIT 1000',
        ...[workspaceId, botId, from],
      )
      return rows.map((row) => ({ blockId: String(row.block_id), ...spentOf(row) }))
    },
    removeBefore: (day) => database.run('DELETE FROM model_ledger WHERE day < ?', day),
  }
}

/** Sums are not of the type of their column on every database. */
const spentOf = (row: Record<string, unknown>) => ({
  provider: String(row.provider),
  model: String(row.model),
  calls: Number(row.calls),
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  cachedTokens: Number(row.cached_tokens),
  microcents: Number(row.microcents),
})

/** Gives back what calls have held that were never settled, because their process has died. */
function* releaseExpired(workspaceId: string, before: number, locked: Record<BudgetLevel, BudgetRow>): Work<void> {
  const expired = yield* all<ModelReservation>(
    `DELETE FROM model_reservations WHERE workspace_id = ? AND made_at < ? RETURNING ${reservations.columns}`,
    workspaceId,
    before,
  )
  if (expired.length === 0) return
  for (const held of expired) {
    release(locked.workspace, held)
    if (held.botId === locked.bot.botId) release(locked.bot, held)
    else
      yield* run(
        'UPDATE model_budgets SET reserved_tokens = reserved_tokens - ?, reserved_microcents = reserved_microcents - ? ' +
          'WHERE workspace_id = ? AND bot_id = ?',
        held.tokens,
        held.microcents,
        workspaceId,
        held.botId,
      )
  }
  yield* write(locked.workspace)
  yield* write(locked.bot)
}

function release(budget: BudgetRow, { tokens, microcents }: ModelReservation): void {
  budget.reservedTokens -= tokens
  budget.reservedMicrocents -= microcents
}

const updateBudget =
  'UPDATE model_budgets SET day = ?, day_tokens = ?, month_microcents = ?, reserved_tokens = ?, reserved_microcents = ? ' +
  'WHERE workspace_id = ? AND bot_id = ?'

const write = (budget: BudgetRow): Work<number> =>
  run(
    updateBudget,
    budget.day,
    budget.dayTokens,
    budget.monthMicrocents,
    budget.reservedTokens,
    budget.reservedMicrocents,
    budget.workspaceId,
    budget.botId,
  )

/** The ceiling that a reservation could pass, if there is one. */
function excess(budget: BudgetRow, asked: ModelReservation, { dayTokens, monthMicrocents }: BudgetCeilings = {}) {
  const tokens = budget.dayTokens + budget.reservedTokens
  if (dayTokens !== undefined && tokens + asked.tokens > dayTokens)
    return { ceiling: 'dayTokens', used: tokens, max: dayTokens } as const
  const microcents = budget.monthMicrocents + budget.reservedMicrocents
  if (monthMicrocents !== undefined && microcents + asked.microcents > monthMicrocents)
    return { ceiling: 'monthMicrocents', used: microcents, max: monthMicrocents } as const
  return undefined
}

/** A budget begins again with each day and month. A clock that is a little behind does not take it back. */
function onDay(budget: BudgetRow, day: string): BudgetRow {
  if (day <= budget.day) return budget
  const isSameMonth = day.slice(0, 7) === budget.day.slice(0, 7)
  return { ...budget, day, dayTokens: 0, monthMicrocents: isSameMonth ? budget.monthMicrocents : 0 }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
