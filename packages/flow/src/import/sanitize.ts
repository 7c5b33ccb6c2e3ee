import { nestedReferences } from '../blocks/nested-references.js'
import { definitionOf } from '../blocks/registry.js'
import type { Block } from '../blocks-schema/block.js'
import { isInputBlock } from '../blocks-schema/block-sections.js'
import type { WithExits } from '../exits.js'
import type { Group, Variable } from '../flow-schema.js'
import { knowledgeBaseKey } from '../integrations/knowledge/knowledge-base-option.js'
import type { Warning } from '../issue.js'
import { isObject } from '../json.js'
import type { Settings } from '../settings.js'

/** Ids that blocks of a workspace may refer to. */
export interface Nameable {
  readonly credentialsIds: ReadonlySet<string>
  readonly knowledgeBaseIds: ReadonlySet<string>
}

/** Removes credentials and knowledge bases of other workspaces from the blocks; blocks with default credentials fall back to these. */
export const sanitizeGroups = (
  groups: readonly Group[],
  { credentialsIds, knowledgeBaseIds }: Nameable,
): { groups: Group[]; warnings: Warning[] } => {
  const warnings: Warning[] = []
  const cleanBlock = (block: Block, path: string): Block => {
    const fallbacks = cleanFallbacks(block, path)
    const options: unknown = 'options' in block ? block.options : undefined
    if (!isObject(options)) return fallbacks
    const kept = { ...options }
    let changed = false
    for (const key of ['credentialsId', 'proxyCredentialsId']) {
      const id = kept[key]
      if (id === undefined || (typeof id === 'string' && credentialsIds.has(id))) continue
      const standard = key === 'credentialsId' ? definitionOf(block.type)?.credentials?.default?.value : undefined
      if (standard !== undefined && id === standard) continue
      if (standard !== undefined) kept[key] = standard
      else delete kept[key]
      changed = true
      const message = standard
        ? 'These credentials are not in this workspace: the default ones take their place.'
        : 'These credentials are not in this workspace and were removed: choose others.'
      warnings.push({ path: `${path}.options.${key}`, message })
    }
    const baseId = kept[knowledgeBaseKey]
    if (baseId !== undefined && !(typeof baseId === 'string' && knowledgeBaseIds.has(baseId))) {
      delete kept[knowledgeBaseKey]
      changed = true
      warnings.push({
        path: `${path}.options.${knowledgeBaseKey}`,
        message: 'This knowledge base is not in this workspace and was removed: choose another one.',
      })
    }
    const clean = cleanNested({ ...block, options: kept }, path)
    return changed || clean !== kept ? ({ ...fallbacks, options: clean } as Block) : fallbacks
  }
  /** The options, without forbidden references in the rows of their lists. */
  const cleanNested = (block: { type: string; options: unknown }, path: string): unknown => {
    const known: Readonly<Record<string, ReadonlySet<string>>> = {
      credentials: credentialsIds,
      'knowledge base': knowledgeBaseIds,
    }
    let { options } = block
    for (const { path: inBlock, to, id } of nestedReferences(block)) {
      if (known[to]?.has(id) !== false) continue
      options = without(options, inBlock.slice(1))
      const message =
        to === 'credentials'
          ? 'These credentials are not in this workspace and were removed: choose others.'
          : 'This knowledge base is not in this workspace and was removed: choose another one.'
      warnings.push({ path: `${path}.${inBlock.join('.')}`, message })
    }
    return options
  }
  const cleanFallbacks = (block: Block, path: string): Block => {
    const { fallbacks } = block as WithExits
    if (!Array.isArray(fallbacks)) return block
    const kept = fallbacks.map((fallback, index) => {
      const { credentialsId, ...rest } = fallback
      if (credentialsId === undefined || credentialsIds.has(credentialsId)) return fallback
      const message = 'These credentials are not in this workspace and were removed: choose others.'
      warnings.push({ path: `${path}.fallbacks.${index}.credentialsId`, message })
      return rest
    })
    return kept.every((one, index) => one === fallbacks[index]) ? block : ({ ...block, fallbacks: kept } as Block)
  }
  const cleaned = groups.map((group, g) => ({
    ...group,
    blocks: group.blocks.map((block, b) => cleanBlock(block, `bot.groups.${g}.blocks.${b}`)),
  }))
  return { groups: cleaned, warnings }
}

/** A copy of JSON without the value at a path. */
const without = (value: unknown, [key, ...rest]: readonly (string | number)[]): unknown => {
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? without(one, rest) : one))
  if (!isObject(value) || key === undefined) return value
  if (rest.length > 0) return { ...value, [key]: without(value[key], rest) }
  const { [key]: _, ...others } = value
  return others
}

/** Saves variables of inputs with the results, and makes those that hold a transcript belong to the session alone. */
export const sanitizeVariables = (groups: readonly Group[], variables: readonly Variable[]): Variable[] => {
  const forced = new Map<string, boolean>()
  const answered = new Set<string>()
  for (const block of groups.flatMap((group) => group.blocks)) {
    if (isInputBlock(block)) {
      if (block.options?.variableId !== undefined) answered.add(block.options.variableId)
    } else {
      const variableId = definitionOf(block.type)?.sessionVariable?.(block)
      if (variableId !== undefined) forced.set(variableId, true)
    }
  }
  for (const id of answered) forced.set(id, false)
  return variables.map((variable) => {
    const isSessionVariable = forced.get(variable.id)
    return isSessionVariable === undefined ? variable : { ...variable, isSessionVariable }
  })
}

const messagingPlans = new Set(['PRO', 'LIFETIME', 'CUSTOM', 'UNLIMITED', 'ENTERPRISE'])

/** True if bots of a workspace with this plan can answer in messaging apps. */
export const allowsMessaging = (plan: string): boolean => messagingPlans.has(plan)

/** Restricts settings to what the plan and the way in which they arrive allow. */
export const sanitizeSettings = (settings: Settings, mode: 'create' | 'import' | 'update', plan: string): Settings => {
  const { publicShare, messaging, channels, ...rest } = settings
  const result: Settings = { ...rest }
  if (mode === 'update' && publicShare !== undefined) result.publicShare = publicShare
  if (messaging !== undefined) {
    const isForwarded =
      messaging.isWebhookForwardingEnabled ??
      (messaging.errorAndMarketingStatusWebhookForwardUrl === undefined ? undefined : true)
    result.messaging = { ...messaging }
    if (isForwarded !== undefined) result.messaging.isWebhookForwardingEnabled = isForwarded
    if (mode !== 'update' || !allowsMessaging(plan)) result.messaging.isEnabled = false
  }
  // Accounts belong to one bot of one workspace: neither a file nor a copy has them.
  if (mode === 'update' && channels !== undefined) {
    const switchedOff = Object.entries(channels).map(([id, channel]) => [id, { ...channel, isEnabled: false }])
    result.channels = allowsMessaging(plan) ? channels : Object.fromEntries(switchedOff)
  }
  if (plan === 'FREE') result.general = { ...result.general, isBrandingEnabled: true }
  return result
}

/** Marks the scripts that run in a visitor's browser, so that a preview asks before it runs untrusted code. */
export const markScripts = (groups: readonly Group[]): Group[] =>
  groups.map((group) => ({ ...group, blocks: group.blocks.map(markScript) }))

const markScript = (block: Block): Block => {
  const isUnsafe = definitionOf(block.type)?.runsInBrowser?.(block)
  if (isUnsafe === undefined) return block
  const options: unknown = 'options' in block ? block.options : undefined
  return { ...block, options: { ...(isObject(options) && options), isUnsafe } } as Block
}
