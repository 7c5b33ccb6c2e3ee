import {
  type BotUpdate,
  botCreateSchema,
  convertUpdate,
  emptyBot,
  type Flow,
  type ImportedBot,
  type ImportOptions,
  type Issue,
  importBot,
  mappingPathIssues,
  type Nameable,
  sanitizeGroups,
  sanitizeVariables,
  toIssues,
  type Warning,
  withUniqueIds,
} from '@colloquy/flow'
import { readSentBot, type SentBot } from '../http/sent-bot.js'
import { newId } from '../ids.js'

type FlowPart = 'events' | 'groups' | 'edges' | 'variables'

/** A bot whose flow is JSON, as stored: a large flow can pass between threads at the cost of a string. */
export type BotWithStoredFlow<Bot> = Omit<Bot, FlowPart> & { flow: string }

type Refused = { ok: false; issues: Issue[] }
type NewBot = ImportedBot & { publicId: string | null }

/** Reads the bot of a request that creates one. A bot given as JSON has not been validated yet. */
export function readNewBot({
  bot: sent,
  nameable,
}: {
  bot: SentBot
  nameable: Nameable
}):
  | { ok: true; bot: BotWithStoredFlow<NewBot>; warnings: Warning[] }
  | (Refused & { code: 'invalid_request' | 'invalid_flow' }) {
  const checked = typeof sent === 'string' ? botCreateSchema.safeParse(readSentBot(sent)) : undefined
  if (checked?.success === false)
    return { ok: false, code: 'invalid_request', issues: toIssues(checked.error.issues, 'bot') }
  const given = Object.entries(checked?.data ?? sent).filter(([, value]) => value !== undefined)
  const bot = { ...emptyBot(newId), publicId: null, ...Object.fromEntries(given) } as NewBot
  const { groups, warnings } = sanitizeGroups(bot.groups, nameable)
  const issues = mappingPathIssues(groups)
  if (issues.length > 0) return { ok: false, code: 'invalid_flow', issues }
  const { events, edges, variables } = bot
  const unique = withUniqueIds({ events, groups, edges, variables })
  const flow = { ...unique.flow, variables: sanitizeVariables(unique.flow.groups, unique.flow.variables) }
  return { ok: true, bot: withStoredFlow({ ...bot, ...flow }), warnings: [...warnings, ...unique.warnings] }
}

/** Reads a bot file in the same way. `hasTests`: true if the file contains tests. */
export function readBotFile({ bot: sent, ...options }: { bot: SentBot } & Omit<ImportOptions, 'newId'>) {
  const file = readSentBot(sent)
  const read = importBot(file, { newId, ...options })
  if (!read.ok) return read
  const hasTests = 'tests' in file && Array.isArray(file.tests) && file.tests.length > 0
  return { ...read, bot: withStoredFlow(read.bot), hasTests }
}

/** Reads an update of any version; `parts` are its parts of the flow, as JSON. */
export function readUpdate({ bot: sent, ...options }: { bot: SentBot } & Omit<ImportOptions, 'newId'>) {
  const read = convertUpdate(readSentBot(sent), { newId, ...options })
  if (!read.ok) return read
  const { events, groups, edges, variables, ...bot } = read.bot
  const isOfFlow = [events, groups, edges, variables].some((part) => part !== undefined)
  return { ...read, bot, parts: isOfFlow ? JSON.stringify({ events, groups, edges, variables }) : undefined }
}

export type UpdateWithoutFlow = Omit<BotUpdate, FlowPart>

/** Merges the parts of an update into a stored flow. All of them are JSON. */
export function mergeFlow({
  parts,
  stored,
  nameable,
}: {
  parts: string
  stored: string
  nameable: Nameable
}): { ok: true; flow: string; warnings: Warning[] } | Refused {
  const update = JSON.parse(parts) as Partial<Flow>
  const before = JSON.parse(stored) as Flow
  const cleaned = update.groups && sanitizeGroups(update.groups, nameable)
  const groups = cleaned?.groups ?? before.groups
  const issues = cleaned === undefined ? [] : mappingPathIssues(cleaned.groups, before.groups)
  if (issues.length > 0) return { ok: false, issues }
  const { flow, warnings } = withUniqueIds({
    events: update.events ?? before.events,
    groups,
    edges: update.edges ?? before.edges,
    variables: update.variables ?? before.variables,
  })
  const variables = sanitizeVariables(flow.groups, flow.variables)
  return {
    ok: true,
    flow: JSON.stringify({ ...flow, variables }),
    warnings: [...(cleaned?.warnings ?? []), ...warnings],
  }
}

function withStoredFlow<Bot extends Flow>({ events, groups, edges, variables, ...bot }: Bot): BotWithStoredFlow<Bot> {
  return { ...bot, flow: JSON.stringify({ events, groups, edges, variables }) }
}
