import { contextOf, type LintContext, lintFlow, type Problem, type References, referencesOf } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import { translated } from '../i18n/i18n.js'
import { api } from '../service/api.js'

/** Milliseconds for which it is not asked again what a draft names: long enough for typing, short enough for a look elsewhere. */
const fresh = 10_000
/** As many ids of a kind the service looks up at once. */
const most = 1000

let known: { key: string; at: number; context: LintContext } | undefined

/** Problems of a draft in its workspace, errors first. What the service cannot be asked for is not checked. */
export async function lint(
  botId: string,
  { events, groups, edges, variables }: BotDocument,
  { isFresh = false } = {},
): Promise<readonly Problem[]> {
  const context = await contextFor(botId, referencesOf({ groups }), isFresh)
  return lintFlow({ events, groups, edges, variables }, context).map(inLanguage)
}

function inLanguage(problem: Problem): Problem {
  const { message, fix } = problem
  return { ...problem, message: translated(message), ...(fix && { fix: { ...fix, title: translated(fix.title) } }) }
}

async function contextFor(botId: string, references: References, isFresh: boolean): Promise<LintContext> {
  const counts = Object.values(references).map(({ length }) => length)
  if (counts.every((count) => count === 0) || counts.some((count) => count > most)) return {}
  const key = JSON.stringify([botId, references])
  if (!isFresh && known?.key === key && Date.now() - known.at < fresh) return known.context
  try {
    const found = await api.checkReferences({ botId, ...references })
    known = { key, at: Date.now(), context: contextOf(found) }
    return known.context
  } catch {
    return {}
  }
}
