import type * as z from 'zod'
import { type Block, readBlock } from '../blocks-schema/block.js'
import { type BotUpdate, botUpdateSchema } from '../bot-schemas.js'
import { cleanTree } from '../clean-tree.js'
import { completeFile } from '../conversions/complete-file.js'
import { fiveToSix } from '../conversions/five-to-six.js'
import { themeToSix } from '../conversions/theme-to-six.js'
import { threeToFour } from '../conversions/three-to-four.js'
import { fromTypebotNames } from '../conversions/typebot-names.js'
import {
  type Edge,
  edgeSchema,
  eventsSchema,
  type FlowEvent,
  type Group,
  groupSchema,
  type ResultsTablePreferences,
  resultsTablePreferencesSchema,
  type Variable,
  variableSchema,
} from '../flow-schema.js'
import { type Issue, joinPath, toIssues, type Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'
import { mappingPathIssues } from '../mapping-path.js'
import { withUniqueIds } from '../operations/unique-ids.js'
import { type Settings, settingsSchema } from '../settings.js'
import { type Theme, themeSchema } from '../theme/theme.js'
import { markScripts, sanitizeGroups, sanitizeSettings, sanitizeVariables } from './sanitize.js'

export type ImportedBot = {
  name: string
  icon: string | null
  folderId: string | null
  events: FlowEvent[]
  groups: Group[]
  edges: Edge[]
  variables: Variable[]
  theme: Theme
  settings: Settings
  selectedThemeTemplateId: string | null
  resultsTablePreferences: ResultsTablePreferences | null
}
export type ImportOptions = {
  newId: () => string
  /** Credentials other than these are removed from the blocks; `any` keeps all of them. */
  credentialsIds?: ReadonlySet<string> | 'any'
  /** Likewise for knowledge bases, unless credentials are kept. */
  knowledgeBaseIds?: ReadonlySet<string>
  /** Marks the scripts that run in the browser as untrusted. */
  marksScripts?: boolean
  /** Keeps ids that repeat or that the editor cannot use, so that the linter finds them. */
  keepsIds?: boolean
}
export type ImportOutcome = { ok: true; bot: ImportedBot; warnings: Warning[] } | { ok: false; issues: Issue[] }

const refuse = (path: string, message: string): { ok: false; issues: Issue[] } => ({
  ok: false,
  issues: [{ path, message }],
})

/**
 * Reads a flow file of any version from 3 to 6.1 into the current shape. Reports all faults at once. Warns of what the author may have to
 * check: what is lost or was added, and what works differently. Other spellings, and keys without any effect, are converted without a warning.
 */
export const importBot = (raw: unknown, options: ImportOptions): ImportOutcome => {
  const warnings: Warning[] = []
  const issues: Issue[] = []
  const prepared = prepare(raw, options, warnings, true)
  if (!prepared.ok) return prepared
  const { bot, location } = prepared
  for (const key of ['groups', 'edges', 'variables']) {
    if (Array.isArray(bot[key])) continue
    issues.push({ path: `bot.${key}`, message: 'Give a list here; it may be empty.' })
    bot[key] = []
  }
  for (const key of ['theme', 'settings']) {
    if (isObject(bot[key])) continue
    issues.push({ path: `bot.${key}`, message: 'Give an object here; it may be empty.' })
    bot[key] = {}
  }

  const found: Warning[] = []
  const read = <T>(schema: z.ZodType<T>, value: unknown, path: string): T | undefined =>
    readWith(schema, value, path, found, issues)
  const groups = (bot.groups as unknown[]).map((group, g) => readGroup(group, `bot.groups.${g}`, found, issues))
  const edges = (bot.edges as unknown[]).map((edge, e) => read(edgeSchema, edge, `bot.edges.${e}`))
  const variables = (bot.variables as unknown[]).map((variable, v) =>
    read(variableSchema, variable, `bot.variables.${v}`),
  )
  const events = read(eventsSchema, bot.events, 'bot.events')
  const theme = read(themeSchema, bot.theme, 'bot.theme')
  const settings = read(settingsSchema, bot.settings, 'bot.settings')
  const preferences = isObject(bot.resultsTablePreferences)
    ? read(resultsTablePreferencesSchema, bot.resultsTablePreferences, 'bot.resultsTablePreferences')
    : null
  if (issues.length > 0) return { ok: false, issues: issues.map((issue) => ({ ...issue, path: location(issue.path) })) }

  const { credentialsIds = new Set<string>(), knowledgeBaseIds = new Set<string>() } = options
  const cleaned =
    credentialsIds === 'any'
      ? { groups: groups as Group[], warnings: [] }
      : sanitizeGroups(groups as Group[], { credentialsIds, knowledgeBaseIds })
  append(found, cleaned.warnings)
  append(found, mappingPathIssues(cleaned.groups))
  const current = {
    events: events as FlowEvent[],
    groups: cleaned.groups,
    edges: edges as Edge[],
    variables: variables as Variable[],
  }
  const { flow, warnings: renamed } = options.keepsIds ? { flow: current, warnings: [] } : withUniqueIds(current)
  append(found, renamed)
  if (settings?.publicShare !== undefined) {
    found.push({ path: 'bot.settings.publicShare', message: 'Public sharing does not come along with a file.' })
  }
  if (settings?.messaging?.isEnabled === true) {
    found.push({ path: 'bot.settings.messaging.isEnabled', message: 'Messaging was switched off.' })
  }
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    ok: true,
    bot: {
      name: text(bot.name) ?? 'My bot',
      icon: text(bot.icon),
      folderId: text(bot.folderId),
      events: flow.events,
      groups: options.marksScripts ? markScripts(flow.groups) : flow.groups,
      edges: flow.edges,
      variables: sanitizeVariables(flow.groups, flow.variables),
      theme: theme as Theme,
      settings: sanitizeSettings(settings as Settings, 'import', 'UNLIMITED'),
      selectedThemeTemplateId: text(bot.selectedThemeTemplateId),
      resultsTablePreferences: preferences ?? null,
    },
    warnings: [...warnings, ...found.map((warning) => ({ ...warning, path: location(warning.path) }))],
  }
}

/** Converts `bot` of an update of any version from 3 to 6.1 to the current version. */
export const convertUpdate = (
  raw: unknown,
  options: ImportOptions,
): { ok: true; bot: BotUpdate; warnings: Warning[] } | { ok: false; issues: Issue[] } => {
  const warnings: Warning[] = []
  const prepared = prepare(raw, options, warnings, false)
  if (!prepared.ok) return prepared
  const parsed = botUpdateSchema.safeParse(prepared.bot)
  if (parsed.success) return { ok: true, bot: parsed.data, warnings }
  const issues = toIssues(parsed.error.issues, 'bot')
  return { ok: false, issues: issues.map((issue) => ({ ...issue, path: prepared.location(issue.path) })) }
}

type Prepared = { ok: true; bot: Json; location: (path: string) => string } | { ok: false; issues: Issue[] }

const prepare = (raw: unknown, options: ImportOptions, warnings: Warning[], isFile: boolean): Prepared => {
  const onDropped = (path: string) => warnings.push({ path, message: 'This key is not allowed and was left out.' })
  const clean = cleanTree(raw, onDropped, 'bot')
  if (clean === undefined) return refuse('bot', 'Nest at most 64 levels, and make the file smaller.')
  const bot = clean.value
  if (!isObject(bot)) return refuse('bot', 'Give the flow as an object.')
  fromTypebotNames(bot, warnings)
  const version = bot.version ?? (isFile && !objectsOf(bot.events).length ? '3' : '6')
  if (typeof version === 'number') return refuse('bot.version', 'Give the version as a text, such as "6".')
  if (!['3', '4', '5', '6', '6.1'].includes(String(version))) {
    return refuse('bot.version', 'Export the flow again as version 3, 4, 5, 6 or 6.1: other versions cannot be read.')
  }
  if (isFile) completeFile(bot, options.newId, warnings)
  let location = (path: string): string => path
  const isOld = version === '3' || version === '4'
  let groupsBefore: number[] | undefined
  let edgesBefore: number[] | undefined
  if (isOld && (isFile || bot.groups !== undefined)) {
    bot.groups ??= []
    bot.edges ??= []
    for (const group of objectsOf(bot.groups)) group.blocks ??= []
    if (Array.isArray(bot.edges)) {
      edgesBefore = []
      const kept: unknown[] = []
      for (const [e, edge] of bot.edges.entries()) {
        if (edgeSchema.safeParse(edge).success) {
          kept.push(edge)
          edgesBefore.push(e)
        } else warnings.push({ path: `bot.edges.${e}`, message: 'An edge that leads nowhere was left out.' })
      }
      bot.edges = kept
    }
  }
  const hasStartBlock = objectsOf(bot.groups).some((group) => objectsOf(group.blocks).some((b) => b.type === 'start'))
  const isBelowSix = version === '5' || isOld
  if (version === '3') threeToFour(bot, warnings)
  if (isFile ? isBelowSix || (bot.events == null && hasStartBlock) : isBelowSix && bot.groups !== undefined) {
    if (!objectsAll(bot.groups)) return refuse('bot.groups', 'Give a list of groups here.')
    const converted = fiveToSix(bot, options.newId, warnings)
    if (!converted.ok) return { ok: false, issues: [converted.issue] }
    groupsBefore = converted.groups
    const before = edgesBefore
    edgesBefore = before === undefined ? converted.edges : converted.edges.map((index) => before[index] ?? index)
  } else if (isFile && bot.events == null) {
    bot.events = [{ id: options.newId(), type: 'start', graphCoordinates: { x: 0, y: 0 } }]
    warnings.push({ path: 'bot.events', message: 'A start event was added: connect it to the first group.' })
  } else if (!isFile && bot.events === null && isBelowSix) delete bot.events
  if (version === '6.1' && (isFile || bot.theme !== undefined) && isObject(bot.theme)) bot.theme = themeToSix(bot.theme)
  bot.version = '6'
  location = (path) =>
    path
      .replace(/^bot\.groups\.(\d+)/, (_, index) => `bot.groups.${groupsBefore?.[Number(index)] ?? index}`)
      .replace(/^bot\.edges\.(\d+)/, (_, index) => `bot.edges.${edgesBefore?.[Number(index)] ?? index}`)
  return { ok: true, bot, location }
}

const objectsAll = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

const readGroup = (raw: unknown, path: string, warnings: Warning[], issues: Issue[]): Group | undefined => {
  if (!isObject(raw)) {
    issues.push({ path, message: 'Give a group as an object.' })
    return undefined
  }
  const blocks = Array.isArray(raw.blocks)
    ? raw.blocks.map((block, b) => readOneBlock(block, `${path}.blocks.${b}`, warnings, issues))
    : undefined
  const group = readWith(groupSchema, blocks === undefined ? raw : { ...raw, blocks: [] }, path, warnings, issues)
  return group === undefined ? undefined : { ...group, blocks: (blocks ?? []) as Block[] }
}

const readOneBlock = (raw: unknown, path: string, warnings: Warning[], issues: Issue[]): Block | undefined => {
  const content = isObject(raw) ? raw.content : undefined
  if (isObject(raw) && raw.type === 'text' && isObject(content) && Array.isArray(content.richText)) {
    removeNullNodes(content.richText, `${path}.content.richText`, warnings)
  }
  for (let round = 0; ; round += 1) {
    const reading = readBlock(raw)
    if (reading.ok) {
      if (reading.kept !== undefined) {
        const message = `Kept as it is, but does nothing here: ${reading.kept}.`
        warnings.push({ path: reading.kept === 'unknown type' ? path : `${path}.options`, message })
        return reading.block
      }
      compare(raw, reading.block, path, warnings)
      return reading.block
    }
    if (round < 5 && removeNulls(raw, reading.issues, path, warnings)) continue
    append(issues, toIssues(reading.issues, path))
    return undefined
  }
}

const readWith = <T>(
  schema: z.ZodType<T>,
  raw: unknown,
  path: string,
  warnings: Warning[],
  issues: Issue[],
): T | undefined => {
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(raw)
    if (parsed.success) {
      compare(raw, parsed.data, path, warnings)
      return parsed.data
    }
    if (round < 5 && removeNulls(raw, parsed.error.issues, path, warnings)) continue
    append(issues, toIssues(parsed.error.issues, path))
    return undefined
  }
}

/** Removes the nulls that the issues are about; true if there were any. */
const removeNulls = (raw: unknown, found: readonly z.core.$ZodIssue[], path: string, warnings: Warning[]): boolean => {
  let removed = false
  const emptied = new Set<unknown[]>()
  for (const issue of found) {
    let owner = raw
    for (const key of issue.path.slice(0, -1)) {
      owner = typeof owner === 'object' && owner !== null ? (owner as Record<PropertyKey, unknown>)[key] : undefined
    }
    const last = issue.path.at(-1)
    if (Array.isArray(owner) && typeof last === 'number' && owner[last] === null) emptied.add(owner)
    else if (typeof last === 'string' && isObject(owner) && owner[last] === null) delete owner[last]
    else continue
    removed = true
    warnings.push({ path: joinPath(path, issue.path), message: nullMessage })
  }
  // After all issues, because their indexes count the nulls.
  for (const list of emptied) dropNulls(list)
  return removed
}

const nullMessage = 'An empty value (null) was left out.'

/** Rich text may hold anything, but a null in its lists is not a node and cannot be shown. */
const removeNullNodes = (nodes: unknown[], path: string, warnings: Warning[]): void => {
  for (const [index, node] of nodes.entries()) {
    if (node === null) warnings.push({ path: `${path}.${index}`, message: nullMessage })
    else if (isObject(node) && Array.isArray(node.children)) {
      removeNullNodes(node.children, `${path}.${index}.children`, warnings)
    }
  }
  dropNulls(nodes)
}

/** Lists of a file may exceed the size of the stack, so their items must not become arguments. */
const append = <T>(list: T[], items: readonly T[]): void => {
  for (const item of items) list.push(item)
}

const dropNulls = (list: unknown[]): void => {
  let length = 0
  for (const item of list) if (item !== null) list[length++] = item
  list.length = length
}

/** Keys that repeat the position of a block or an item, number an entry of a list, or store the state of an editor. */
const redundantKeys =
  /\.(?:blocks\.\d+\.groupId|from\.groupId|items\.\d+\.(?:type|blockId)|saveResponseMapping\.\d+\.id|isAdvancedConfig)$/

const compare = (before: unknown, after: unknown, path: string, warnings: Warning[]): void => {
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, entry] of before.entries()) compare(entry, after[index], `${path}.${index}`, warnings)
  } else if (isObject(before) && isObject(after)) {
    for (const [key, entry] of Object.entries(before)) {
      const location = `${path}.${key}`
      if (after[key] !== undefined) compare(entry, after[key], location, warnings)
      else {
        delete after[key]
        if (!redundantKeys.test(location)) {
          warnings.push({ path: location, message: 'This is not used here and was left out.' })
        }
      }
    }
  } else warnings.push({ path, message: 'Rewritten in the form that is used here.' })
}
