import { ApiError } from '@colloquy/api'
import type { Moment, MomentVariable, OtherReply } from '@colloquy/prove'
import type { BotRow, ResultRow } from '@colloquy/storage'
import { readStoredConversation, releasesOf } from '../replays/read-recordings.js'
import type { Needs } from '../service.js'
import type { RecordingInput } from './recording-job.js'
import { type StoredTurn, storedTurns } from './stored-turns.js'

/** Recordings are computed in the flow worker thread, whatever their size. */
const alwaysInThread = Number.POSITIVE_INFINITY

/** Returns the conversation of a result, turn by turn: as stored, and as its release computes it again. */
export async function readRecording(
  service: Needs<'storage' | 'config' | 'budgets' | 'flows' | 'secret'>,
  bot: BotRow,
  { resultId, others }: { resultId: string; others: readonly OtherReply[] },
) {
  const { result, rows, input } = await openRecording(service, bot, { resultId, others })
  const stored = storedTurns(rows)
  const { isUnknown, releaseId, turns } = input.conversation
  const moments = isUnknown ? [] : await service.flows.run(bot.workspaceId, 'computeRecording', input, alwaysInThread)
  const asStored = Math.min(stored.length, ...others.map(({ turn }) => turn))
  const computed = moments.map((moment, index) => shownMoment(moment, index < asStored ? stored[index] : undefined))
  // Turns that cannot be computed are returned as stored.
  const isWhole = others.length > 0 || (computed.length === turns.length && turns.length > 0)
  const remaining = isWhole ? [] : stored.slice(computed.length).map((turn) => ({ ...turn, isComputed: false }))
  return {
    releaseId,
    ...(isUnknown && { isUnknown }),
    turns: [...computed, ...remaining],
    differing: isWhole && others.length === 0 ? differing(moments, result) : [],
  }
}

/** Computes the turn after which a preview continues, with the release of the conversation. */
export async function recordedTurn(
  service: Needs<'storage' | 'config' | 'budgets' | 'flows' | 'secret'>,
  bot: BotRow,
  { resultId, turn, others }: { resultId: string; turn: number; others: readonly OtherReply[] },
) {
  const { input } = await openRecording(service, bot, { resultId, others })
  const job = { ...input, until: turn }
  return service.flows.run(bot.workspaceId, 'computeTurn', job, alwaysInThread)
}

async function openRecording(
  service: Needs<'storage' | 'config' | 'budgets' | 'secret'>,
  bot: BotRow,
  { resultId, others }: { resultId: string; others: readonly OtherReply[] },
) {
  const result = await service.storage.results.get(bot.workspaceId, bot.id, resultId)
  const stored = result && (await readStoredConversation(service, result))
  if (!stored) throw new ApiError('result_not_found')
  const { conversation, rows } = stored
  const input: RecordingInput = {
    conversation,
    others,
    releases: await releasesOf(service, bot, [conversation]),
    budgets: service.budgets,
    publicUrl: service.config.publicUrl,
  }
  return { result, rows, input }
}

/** `stored`: the turn as stored; absent from the first hypothetical reply on. */
function shownMoment(moment: Moment, stored: StoredTurn | undefined) {
  const { recordedAt, reply, entries, path, edges, awaits, isRejected, isAgreed, assumed, stopped } = moment
  const shown = stored ?? { ...(reply && { reply }), entries }
  return {
    ...shown,
    isComputed: stopped === undefined,
    ...(recordedAt !== undefined && { recordedAt }),
    ...(stored && !isAgreed && { computed: entries }),
    path: [...path],
    edges: [...edges],
    ...(awaits && { awaits }),
    ...(isRejected && { isRejected }),
    variables: moment.variables,
    logs: moment.logs.map(({ isPrivate, ...log }) => log),
    ...(assumed > 0 && { assumed }),
    ...(stopped && { stopped: { reason: stopped.reason, ...stoppedAt(stopped) } }),
  }
}

function stoppedAt(stopped: NonNullable<Moment['stopped']>) {
  if (stopped.reason === 'refused') return { message: stopped.message }
  return { kind: stopped.kind, ...(stopped.blockId && { blockId: stopped.blockId }), isCut: stopped.isCut }
}

/** Names of the result's variables for which the last turn computes a different value. */
function differing(moments: readonly Moment[], result: ResultRow): string[] {
  const computed = new Map<string, string>()
  const own = (variable: MomentVariable) => variable.botId === undefined
  for (const { variables } of moments) {
    for (const { id, value } of variables.filter(own)) computed.set(id, JSON.stringify(value))
  }
  const stored = JSON.parse(result.variables) as { id: string; name: string; value: MomentVariable['value'] }[]
  return stored.flatMap(({ id, name, value }) => {
    const again = computed.get(id)
    // Values that are too long to be shown were cut, so they cannot be compared.
    return again === undefined || again.endsWith('…"') || again === JSON.stringify(value) ? [] : name
  })
}
