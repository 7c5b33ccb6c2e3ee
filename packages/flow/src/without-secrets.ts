import type { Group, Variable } from './flow-schema.js'
import { isObject } from './json.js'
import type { Settings } from './settings.js'

interface Showable {
  groups: unknown
  variables: unknown
  settings: unknown
}

/**
 * A flow as it may be shown to everybody. What signs in somewhere is left out: credentials, all of an HTTP request but its host and
 * the names of what it sends, and values that variables begin with. So are people: whom an e-mail goes to. Names of variables in the place
 * of such values stay. Scripts and texts are shown as they are.
 */
export function withoutSecrets<T extends Showable>(bot: T): T {
  return {
    ...bot,
    groups: (bot.groups as Group[]).map((group) => ({ ...group, blocks: group.blocks.map(shownBlock) })),
    variables: (bot.variables as Variable[]).map(({ value: _, ...variable }) => variable),
    settings: shownSettings(bot.settings as Settings),
  }
}

/** Options that open something, or hold what was tried with. */
const hidden = new Set(['credentialsId', 'proxyCredentialsId', 'spreadsheetId', 'variablesForTest'])
/** Options that name people. */
const people = new Set(['recipients', 'cc', 'bcc', 'replyTo'])

function shownBlock<B extends object>(block: B): B {
  const { options } = block as { options?: unknown }
  if (!isObject(options)) return block
  const shown = Object.entries(options).flatMap(([key, value]): [string, unknown][] => {
    if (hidden.has(key)) return []
    if (people.has(key)) return [[key, Array.isArray(value) ? value.filter(isPlaceholder) : shownValue(value)]]
    return [[key, key === 'webhook' && isObject(value) ? shownRequest(value) : value]]
  })
  return { ...block, options: Object.fromEntries(shown.filter(([, value]) => value !== undefined)) }
}

function shownRequest(request: Record<string, unknown>): Record<string, unknown> {
  const { url, headers, queryParams, body, ...rest } = request
  const shown = {
    ...rest,
    url: shownAddress(url),
    headers: shownPairs(headers),
    queryParams: shownPairs(queryParams),
    body: shownValue(body),
  }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
}

/** The host alone: who knows the rest may often do what it is for. */
function shownAddress(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  return isPlaceholder(url) ? url : /^(https?:\/\/)(?:[^/?#]*@)?([\w.:-]+)/i.exec(url)?.slice(1, 3).join('')
}

const shownPairs = (pairs: unknown): unknown =>
  Array.isArray(pairs) ? pairs.map(({ value, ...pair }) => ({ ...pair, value: shownValue(value) })) : undefined

const shownValue = (value: unknown): unknown => (isPlaceholder(value) ? value : undefined)

/** Whether a value is the name of a variable and nothing else: an expression may hold what nobody shall see. */
const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && /^\{\{[^{}='"`]+\}\}$/.test(value)

function shownSettings(settings: Settings): Settings {
  if (settings.messaging === undefined) return settings
  const { errorAndMarketingStatusWebhookForwardUrl: _, ...messaging } = settings.messaging
  return { ...settings, messaging }
}
