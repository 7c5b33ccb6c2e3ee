import { type Fallback, fallbacksOf } from '../exits.js'
import type { Fields } from '../fields/fields.js'
import { isUnion, unionFields } from '../fields/union-fields.js'
import type { Action } from '../integrations/define.js'
import { fitOptions } from '../integrations/fit-options.js'
import { withoutSystemMessages, withSystemMessage } from '../integrations/models/system-messages.js'
import {
  actionOf,
  credentialsTypeOf,
  integrationOf,
  integrationTypes,
  isIntegration,
  optionsOf,
} from '../integrations/registry.js'
import type { GivenOptions, Successor } from '../integrations/successor.js'
import { isObject } from '../json.js'
import type { AnyBlock } from './define.js'
import { definitionOf } from './registry.js'
import { successors } from './successors.js'

/** A type and action that a block can be turned into. */
export interface Turn {
  readonly type: string
  readonly action: string
}

export type Turned =
  | {
      readonly ok: true
      /** With the id, edges and exits of the original block. */
      readonly block: AnyBlock
      /** Settings that could not be carried over, by the labels of the forms. */
      readonly lost: readonly string[]
      /** Settings that were carried over although the service does not use them. */
      readonly unused: readonly string[]
    }
  /** An option, named by its label, has a value of a kind that the new block does not accept. */
  | { readonly ok: false; readonly option: string }

/** The types that a block can be turned into: its successor, and the same action of other services. */
export function turnsOf(block: AnyBlock, flow: readonly AnyBlock[]): readonly Turn[] {
  const { type } = block
  const family = actionNow(block)?.family?.name
  const successor = successorOf(block, flow)
  const alike = integrationTypes.flatMap((other) => {
    const action = other !== type && family !== undefined && actionIn(family, other)
    return action ? [{ type: other, action }] : []
  })
  return [...(successor ? [{ type: successor.type, action: successor.action }] : []), ...alike]
}

const actionIn = (family: string, type: string): string | undefined =>
  Object.entries(integrationOf(type)?.actions ?? {}).find(([, action]) => action.family?.name === family)?.[0]

/** Turns a block into one of those that `turnsOf` returns; `flow` is all blocks of the flow. */
export function turnInto(block: AnyBlock, turn: Turn, flow: readonly AnyBlock[]): Turned {
  const target = actionOf(turn.type, turn.action)!
  const successor = successorOf(block, flow)
  const isSucceeded = successor?.action === turn.action && successor.type === turn.type
  const given = isSucceeded ? successor.options : inFamily(block, target)
  const now = fieldsNow(block)
  const next = optionsOf(target)
  const { options, lost, misfits } = fitOptions(next, given)
  const [option] = misfits
  if (option !== undefined) return { ok: false, option }
  const unknown = Object.keys(given).filter((name) => !next[name] && !aside.has(name) && !isEmpty(given[name]))
  const names = namesLost(block.type, turn.type, next, options)
  for (const name of names) delete options[name]
  const access = accessAfter(block, turn, given, names.length === 0)
  return {
    ok: true,
    block: turnedBlock(block, turn, options, access),
    lost: [
      ...(isSucceeded ? (successor.lost ?? []) : []),
      ...unknown.map((name) => now[name]?.label ?? name),
      ...lost,
      ...names.map((name) => next[name]!.label),
      ...access.lost,
    ],
    unused: Object.keys(options).flatMap((name) =>
      next[name]?.isHidden && !now[name]?.isHidden && !isEmpty(options[name]) ? [next[name].label] : [],
    ),
  }
}

interface Access {
  readonly credentialsId?: string
  readonly fallbacks: readonly Fallback[]
  readonly lost: readonly string[]
}

/** Credentials are kept if the other service accepts the same type, and fallback models if the model is kept. */
function accessAfter(block: AnyBlock, { type }: Turn, { credentialsId }: GivenOptions, isModelKept: boolean): Access {
  const before = fallbacksOf(block)
  const isSame = isSameAccount(block.type, type)
  const fallbacks = isModelKept ? before.map((one) => (isSame ? one : withoutAccount(one))) : []
  const hasAccount = typeof credentialsId === 'string' && credentialsId !== ''
  return {
    ...(hasAccount && isSame && { credentialsId }),
    fallbacks,
    lost: [
      ...(fallbacks.length < before.length ? [fallbackModels.label] : []),
      ...(hasAccount && !isSame ? [account.label] : []),
    ],
  }
}

function turnedBlock(
  { fallbacks: _, ...block }: AnyBlock & { fallbacks?: unknown },
  { type, action }: Turn,
  options: GivenOptions,
  { credentialsId, fallbacks }: Access,
): AnyBlock & { options: object } {
  return {
    ...block,
    type,
    options: { ...(credentialsId !== undefined && { credentialsId }), action, ...options },
    ...(fallbacks.length > 0 && { fallbacks }),
  }
}

const account = { label: 'Account' }
const fallbackModels = { label: 'Fallback models' }

/** Keys of options that do not belong to the action. */
const aside = new Set(['action', 'credentialsId'])

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)

function optionsNow(block: AnyBlock): GivenOptions {
  const { options } = block as { options?: unknown }
  return isObject(options) ? options : {}
}

const actionNow = (block: AnyBlock): Action | undefined => actionOf(block.type, optionsNow(block).action)

function successorOf(block: AnyBlock, flow: readonly AnyBlock[]): Successor | undefined {
  const appended = flow.flatMap((one) => definitionOf(one.type)?.appends?.(one) ?? [])
  return successors.get(block.type)?.(optionsNow(block), appended)
}

function inFamily(block: AnyBlock, target: Action): GivenOptions {
  const before = actionNow(block)?.family?.systemOption
  const after = target.family?.systemOption
  const given = optionsNow(block)
  if (before === after) return given
  const common = before === undefined ? given : withSystemMessage(given, before)
  return after === undefined ? common : withoutSystemMessages(common, after)
}

/** The current fields of the options of a block. */
function fieldsNow(block: AnyBlock): Fields {
  const action = actionNow(block)
  if (action) return optionsOf(action)
  const fields = definitionOf(block.type)?.options ?? {}
  return isUnion(fields) ? unionFields(fields, optionsNow(block)) : fields
}

const isSameAccount = (one: string, other: string): boolean => credentialsTypeNow(one) === credentialsTypeNow(other)

const credentialsTypeNow = (type: string): string | undefined =>
  isIntegration(type) ? credentialsTypeOf(type) : definitionOf(type)?.credentials?.type

/** Options that name something of the service which the other service is unlikely to know, such as a model. */
function namesLost(from: string, to: string, fields: Fields, options: GivenOptions): string[] {
  if (isSameAccount(from, to)) return []
  const { knowsModelsOf = [] } = integrationOf(to) ?? {}
  const isKnown = knowsModelsOf === 'all' || knowsModelsOf.includes(from)
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'list' || isEmpty(options[name])) return []
    const isListed = field.values?.includes(String(options[name])) ?? isKnown
    return isKnown && isListed ? [] : [name]
  })
}

const withoutAccount = ({ credentialsId: _, ...fallback }: Fallback): Fallback => fallback
