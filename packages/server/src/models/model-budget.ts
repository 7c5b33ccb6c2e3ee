import type { Ceilings } from '@colloquy/flow'
import {
  type ModelCall,
  type ModelOutcome,
  replyTokens,
  requestTokens,
  type SpentTokens,
  spentTokens,
} from '@colloquy/flow/integrations'
import type {
  ModelBudget as Budget,
  BudgetCeilings,
  BudgetLevel,
  ModelLedgerRow,
  ReserveOutcome,
  Storage,
} from '@colloquy/storage'
import { costOf, type ModelPrices, microcentsOf, priceOf, type WorkspaceCeilings } from '../config/model-prices.js'
import { dayOf } from '../day-of.js'
import type { TurnScope } from '../effects/effects.js'
import { newId } from '../ids.js'
import { Postponed } from '../postponed.js'

/** A budget that has just passed the share of its ceiling at which admins are warned. */
export interface NearCeiling {
  workspaceId: string
  botId: string
  level: BudgetLevel
  ceiling: keyof BudgetCeilings
  used: number
  max: number
}

export interface ModelBudgetOptions {
  storage: Pick<Storage, 'modelSpending'>
  prices: ModelPrices | undefined
  /** Ceilings of each workspace. */
  ceilings: WorkspaceCeilings | undefined
  now: () => number
  /** Called once for a budget in each period. */
  onNear: (near: NearCeiling) => void
}

/** Payer of a call: a bot with its ceilings, or a workspace itself, whose `botId` is empty. */
export type Spender = Pick<TurnScope, 'workspaceId' | 'botId' | 'ceilings' | 'asking'>

/** A call whose tokens are counted: those of its request, and the maximum of its answer. */
export interface CountedCall {
  provider: string
  model: string
  input: number
  output: number
}

/** Makes a call under a budget: with the token limit of its answer, which is cut when it is far longer. */
export type AskWithin = (call: ModelCall, maxTokens?: number) => Promise<ModelOutcome>

/** Enforces the ceilings of bots and workspaces on calls to language models, and records the usage. */
export class ModelBudget {
  readonly #options: ModelBudgetOptions

  constructor(options: ModelBudgetOptions) {
    this.#options = options
  }

  /** Makes a call, unless it could exceed a ceiling: then nothing is sent. */
  async spend(service: string, call: ModelCall, scope: TurnScope, ask: AskWithin): Promise<ModelOutcome> {
    const ceilings = this.#ceilingsOf(scope.ceilings)
    const paid = { provider: service, model: call.model, payer: payerOf(scope) }
    if (!ceilings) return this.#paid(ask(call), call, paid)
    const lowest = Math.min(ceilings.bot?.dayTokens ?? unlimited, ceilings.workspace?.dayTokens ?? unlimited)
    const output = replyTokens(call, lowest)
    const limited = { ...call, maxTokens: output }
    const counted = { provider: service, model: call.model, input: requestTokens(limited), output }
    const reserved = await this.#reserve(counted, scope, ceilings)
    if ('over' in reserved) return { answer: 'failed', cause: 'over-budget', reason: reserved.over }
    return this.#paid(ask(limited, Math.ceil(output * 1.5)), limited, { ...paid, reserved })
  }

  /** Settles a call when its outcome is there, which may be later. */
  async #paid(asking: Promise<ModelOutcome>, call: ModelCall, paid: Paid): Promise<ModelOutcome> {
    let outcome: ModelOutcome
    try {
      outcome = await asking
    } catch (error) {
      if (error instanceof Postponed) error.add(this.#settling(requestTokens(call), paid))
      else await this.#settle(paid, nothing)
      throw error
    }
    await this.#settle(paid, spentTokens(call, outcome))
    return outcome
  }

  /** Step that settles a postponed call. Keeps the number of its tokens, and not the call. */
  #settling(input: number, paid: Paid) {
    return async (outcome: ModelOutcome): Promise<ModelOutcome> => {
      await this.#settle(paid, spentTokens(input, outcome))
      return outcome
    }
  }

  /** Does the same for any work that costs tokens. Returns its outcome, or the reason why it was not started. */
  async count<T>(
    call: CountedCall,
    scope: Spender,
    work: () => Promise<{ outcome: T; spent: SpentTokens }>,
  ): Promise<{ outcome: T } | { over: string }> {
    const ceilings = this.#ceilingsOf(scope.ceilings)
    const { provider, model } = call
    const paid = { provider, model, payer: payerOf(scope) }
    if (!ceilings) {
      const { outcome, spent } = await work()
      await this.#settle(paid, spent)
      return { outcome }
    }
    const reserved = await this.#reserve(call, scope, ceilings)
    if ('over' in reserved) return reserved
    let spent = nothing
    try {
      const done = await work()
      spent = done.spent
      return { outcome: done.outcome }
    } finally {
      await this.#settle({ ...paid, reserved }, spent)
    }
  }

  /** Reserves what a call may cost. Returns the reason if it could exceed a ceiling. */
  async #reserve(
    { model, input, output }: CountedCall,
    { workspaceId, botId }: Spender,
    ceilings: LevelCeilings,
  ): Promise<Reserved | { over: string }> {
    const now = this.#options.now()
    const reservation = {
      id: newId(),
      workspaceId,
      botId,
      tokens: input + output,
      microcents: costOf(this.#price(model), { input, output, cached: 0 }),
      madeAt: now,
    }
    const { modelSpending } = this.#options.storage
    const reserved = await modelSpending.reserve(reservation, ceilings, now - reservedFor)
    if (reserved.answer === 'over') return { over: overBudget(reserved, this.#options.prices?.currency) }
    return { id: reservation.id, ceilings }
  }

  async #settle({ provider, model, payer, reserved }: Paid, spent: SpentTokens): Promise<void> {
    const { workspaceId, botId, blockId } = payer
    const { input, output, cached } = spent
    const isPaid = input + output > 0
    if (!isPaid && !reserved) return
    const microcents = costOf(this.#price(model), spent)
    const used = {
      workspaceId,
      botId,
      blockId,
      day: dayOf(this.#options.now()),
      provider,
      model: model.slice(0, maxNameLength),
      calls: isPaid ? 1 : 0,
      inputTokens: input,
      outputTokens: output,
      cachedTokens: cached,
      microcents,
    }
    const budgets = await this.#options.storage.modelSpending.settle(used, reserved?.id)
    for (const level of levels) {
      const max = reserved?.ceilings[level]
      if (max) this.#warn({ workspaceId, botId, level }, budgets[level], max, { tokens: input + output, microcents })
    }
  }

  #warn(
    whose: Pick<NearCeiling, 'workspaceId' | 'botId' | 'level'>,
    { dayTokens, monthMicrocents }: Budget,
    max: BudgetCeilings,
    added: { tokens: number; microcents: number },
  ): void {
    const { onNear } = this.#options
    if (passes(dayTokens, added.tokens, max.dayTokens))
      onNear({ ...whose, ceiling: 'dayTokens', used: dayTokens, max: max.dayTokens })
    if (passes(monthMicrocents, added.microcents, max.monthMicrocents))
      onNear({ ...whose, ceiling: 'monthMicrocents', used: monthMicrocents, max: max.monthMicrocents })
  }

  /** Undefined when no ceiling applies. */
  #ceilingsOf(ofBot: Ceilings | undefined): LevelCeilings | undefined {
    const bot = budgetCeilings(ofBot)
    const workspace = budgetCeilings(this.#options.ceilings)
    return bot || workspace ? { ...(bot && { bot }), ...(workspace && { workspace }) } : undefined
  }

  #price(model: string) {
    const { prices } = this.#options
    return prices && priceOf(prices, model)
  }
}

/** Ledger rows that a call is recorded in; `blockId` is empty for a call that no block makes. */
type Payer = Pick<ModelLedgerRow, 'workspaceId' | 'botId' | 'blockId'>

/** Read when the call begins: the turn may have continued by the time it ends. */
const payerOf = ({ workspaceId, botId, asking }: Spender): Payer => ({
  workspaceId,
  botId,
  blockId: asking?.block?.id ?? '',
})

/** A call that is to be settled. */
interface Paid extends Pick<CountedCall, 'provider' | 'model'> {
  payer: Payer
  reserved?: Reserved
}

interface Reserved {
  id: string
  ceilings: LevelCeilings
}

const nothing: SpentTokens = { input: 0, output: 0, cached: 0 }

type LevelCeilings = Partial<Record<BudgetLevel, BudgetCeilings>>

const levels = ['bot', 'workspace'] as const satisfies BudgetLevel[]
const unlimited = Number.POSITIVE_INFINITY
/** Milliseconds after which a call has either ended or its process has died. */
const reservedFor = 600_000
const maxNameLength = 200
const warnedAt = 0.8

/** True if the added amount brought a budget to the share at which admins are warned. */
function passes(after: number, added: number, max: number | undefined): max is number {
  return max !== undefined && after >= max * warnedAt && after - added < max * warnedAt
}

function budgetCeilings(given: Pick<Ceilings, 'dayTokens' | 'monthCost'> | undefined): BudgetCeilings | undefined {
  const { dayTokens, monthCost } = given ?? {}
  if (dayTokens === undefined && monthCost === undefined) return undefined
  return {
    ...(dayTokens !== undefined && { dayTokens }),
    ...(monthCost !== undefined && { monthMicrocents: microcentsOf(monthCost) }),
  }
}

type Over = Extract<ReserveOutcome, { answer: 'over' }>

const overBudget = ({ level, ceiling, used, max }: Over, currency: string | undefined): string =>
  `the ${level} may use ${amount(ceiling, max, currency)} ${periods[ceiling]}. It has used or reserved ${amount(ceiling, used, currency)}, and this call could pass that.`

/** Formats an amount of a budget, such as "1,000 tokens" or "2.50 EUR". */
export function amount(ceiling: keyof BudgetCeilings, value: number, currency?: string): string {
  if (ceiling === 'dayTokens') return `${value.toLocaleString('en-US')} tokens`
  const cost = (value / 100_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
  return currency === undefined ? cost : `${cost} ${currency}`
}

export const periods: Readonly<Record<keyof BudgetCeilings, string>> = {
  dayTokens: 'a day',
  monthMicrocents: 'a month',
}
