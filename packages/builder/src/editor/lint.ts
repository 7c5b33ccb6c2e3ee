import type { Problem, References } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import { translated } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { AskedWorker } from '../workers/asked-worker.js'
import type { FoundReferences, LintOrders } from './lint-orders.js'
import address from './lint-worker.ts?worker&url'

/** Milliseconds for which it is not asked again what a draft names: long enough for typing, short enough for a look elsewhere. */
const fresh = 10_000
/** As many ids of a kind the service looks up at once. */
const max = 1000

let known: { key: string; at: number; found: FoundReferences } | undefined

const worker = new AskedWorker<LintOrders>({ address, max: 20_000 })

/** Problems of a draft in its workspace, errors first. What the service cannot be asked for is not checked. */
export async function lint(
  botId: string,
  { events, groups, edges, variables }: BotDocument,
  { isFresh = false } = {},
): Promise<readonly Problem[]> {
  const draft = { events, groups, edges, variables }
  const found = await findReferences(botId, await worker.ask('references', { draft }), isFresh)
  return (await worker.ask('lint', { draft, found })).map(inLanguage)
}

function inLanguage(problem: Problem): Problem {
  const { message, fix } = problem
  return { ...problem, message: translated(message), ...(fix && { fix: { ...fix, title: translated(fix.title) } }) }
}

/** Undefined where the service cannot be asked. Drafts without references are checked for the channels of their bot. */
async function findReferences(
  botId: string,
  references: References,
  isFresh: boolean,
): Promise<FoundReferences | undefined> {
  const counts = Object.values(references).map(({ length }) => length)
  if (counts.some((count) => count > max)) return undefined
  const key = JSON.stringify([botId, references])
  if (!isFresh && known?.key === key && Date.now() - known.at < fresh) return known.found
  try {
    const found = await api.checkReferences({ botId, ...references })
    known = { key, at: Date.now(), found }
    return found
  } catch {
    return undefined
  }
}
