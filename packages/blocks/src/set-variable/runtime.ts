import { olderChannel } from '@colloquy/channels'
import {
  type BlockContext,
  type BlockRuntime,
  type Effectful,
  entryText,
  type Outcome,
  perform,
  type TranscriptEntry,
} from '@colloquy/engine'
import { isCalculatedInBrowser, isCalculation, type SetVariableOptions } from '@colloquy/flow'
import { blockExits } from '../common/block-exits.js'
import { clientValue } from '../common/client-value.js'
import { asFunctionBody, runScript } from '../common/run-script.js'
import { instantInZone } from './clock.js'
import { evaluateExpression } from './expression.js'
import { appended, withoutEnd } from './list-kinds.js'

/** Sets a variable to a value that is computed here or by the client. */
export const setVariableRuntime: BlockRuntime<'Set variable'> = {
  type: 'Set variable',
  kind: 'logic',
  enter(block, context) {
    const options: SetVariableOptions | undefined = block.options
    if (!options?.variableId) return { kind: 'continue' }
    const code = context.channel === 'web' ? clientCode(options) : undefined
    if (code !== undefined) return onClient(code, options, context)
    return setOnServer(options.variableId, options, context)
  },
  resume(block, text, context) {
    const id = block.options?.variableId
    if (id) context.assign([{ id, value: clientValue(text) }])
  },
  exits: blockExits,
}

const day = 86_400_000

const momentOfDay = `const hour = new Date(Date.parse(Date())).getHours()
return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'`

const deviceType = `const agent = navigator.userAgent
const isTouch = navigator.maxTouchPoints > 0 || 'ontouchstart' in window
const width = window.innerWidth
if (/ipad|tablet|playbook|silk/i.test(agent) || (/android/i.test(agent) && !/mobile/i.test(agent))) return 'tablet'
if (isTouch && width >= 768 && width <= 1024) return 'tablet'
return /mobile|iphone|ipod|android|blackberry/i.test(agent) || (isTouch && width < 768) ? 'mobile' : 'desktop'`

function clientCode(options: SetVariableOptions): string | undefined {
  if (options.type === 'Moment of the day') return momentOfDay
  if (options.type === 'Device type') return deviceType
  return isCalculatedInBrowser(options) ? options.expressionToEvaluate : undefined
}

function onClient(code: string, options: SetVariableOptions, context: BlockContext): Outcome {
  const scriptToExecute = {
    ...context.script(code),
    isCode: options.isCode ?? false,
    ...(options.isUnsafe === undefined ? {} : { isUnsafe: options.isUnsafe }),
  }
  return {
    kind: 'act',
    actions: [{ type: 'setVariable', setVariable: { scriptToExecute }, expectsDedicatedReply: true }],
  }
}

function* setOnServer(id: string, options: SetVariableOptions, context: BlockContext): Effectful<Outcome> {
  switch (options.type) {
    case undefined:
    case 'Custom':
      context.assign([{ id, value: yield* customValue(options, context) }])
      break
    case 'Pop':
    case 'Shift': {
      const { rest, item } = withoutEnd(context.value(id), options.type)
      const isSaved = options.saveItemInVariableId !== undefined && rest !== null
      context.assign([
        ...(isSaved ? [{ id: options.saveItemInVariableId as string, value: item }] : []),
        { id, value: rest },
      ])
      break
    }
    case 'Transcript': {
      const { entries, hasEarlier } = yield* perform({ kind: 'transcript' })
      const text = transcriptText([...entries, ...context.saidNow()])
      context.assign([{ id, value: hasEarlier ? `[Earlier messages are left out]\n\n${text}` : text }])
      context.keepOutOfResults(id)
      break
    }
    default:
      context.assign([{ id, value: computedValue(id, options, context) }])
  }
  return { kind: 'continue' }
}

function transcriptText(entries: readonly TranscriptEntry[]): string {
  return entries.map((entry) => `${entry.role === 'bot' ? 'Assistant' : 'User'}: "${entryText(entry)}"`).join('\n\n')
}

function computedValue(id: string, options: SetVariableOptions, context: BlockContext): unknown {
  switch (options.type) {
    case 'Append value(s)':
      return appended(context.value(id), context.expand(options.item))
    case 'Environment name':
      return context.channel === 'web' ? 'web' : (context.messaging?.channel ?? olderChannel)
    case 'Moment of the day':
      return momentOfDayAt(context.now)
    case 'Device type':
      return 'mobile'
    case 'Contact name':
      return context.messaging?.contact.name ?? null
    case 'Phone number':
      return context.messaging?.contact.phoneNumber ?? null
    case 'Referral Click ID':
      return context.messaging?.referral?.clickId ?? null
    case 'Referral Source ID':
      return context.messaging?.referral?.sourceId ?? null
    case 'Result ID':
    case 'User ID':
      return context.resultId ?? context.newId()
    case 'Random ID':
      return context.newId()
    case 'Today':
      return new Date(context.now).toISOString()
    case 'Now':
      return instant(context.now, options, context)
    case 'Tomorrow':
      return instant(context.now + day, options, context)
    case 'Yesterday':
      return instant(context.now - day, options, context)
    case 'Map item with same index':
      return mappedItem(options, context)
    default:
      return null
  }
}

/** In UTC, if no browser reports the visitor's local time. */
function momentOfDayAt(milliseconds: number): string {
  const hour = new Date(milliseconds).getUTCHours()
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}

function instant(milliseconds: number, options: SetVariableOptions, context: BlockContext): string {
  const timeZone = context.expand(options.timeZone)
  const local = timeZone === '' ? undefined : instantInZone(milliseconds, timeZone)
  if (timeZone !== '' && local === undefined) {
    context.log('invalid-time-zone', {
      status: 'error',
      description: 'Unknown time zone; UTC was used instead',
      details: timeZone,
    })
  }
  return local ?? new Date(milliseconds).toISOString()
}

function mappedItem({ mapListItemParams }: SetVariableOptions, context: BlockContext): string | null {
  const item = context.value(mapListItemParams?.baseItemVariableId)
  const list = context.value(mapListItemParams?.baseListVariableId)
  const target = context.value(mapListItemParams?.targetListVariableId)
  if (typeof item !== 'string' || item === '' || !Array.isArray(list) || !Array.isArray(target)) return null
  return target[list.indexOf(item)] ?? null
}

/**
 * The result of a calculation, or the text with its variables expanded. A value that is not marked as JavaScript is calculated if it shows
 * that it is a calculation; if that fails, or gives no number though every variable is set, it is a text after all. Code that is marked and
 * fails returns null, so that visitors never see its source; what is not JavaScript is a text.
 */
function* customValue(options: SetVariableOptions, context: BlockContext): Effectful<unknown> {
  const text = options.expressionToEvaluate
  if (!text) return null
  if (context.singleVariable(text)) return context.expand(text)
  if (!options.isCode && !isCalculation(text)) return context.expand(text)
  if (!Number.isNaN(Number(text)) && /0[^.]./.test(text)) return text
  const code = asFunctionBody(/^\{\{=(.+?)=\}\}$/.exec(text)?.[1] ?? text)
  const simple = simpleValue(code, context)
  if (simple) return !options.isCode && isNoNumber(simple.value, code, context) ? context.expand(text) : simple.value
  const outcome = yield* runScript(code, 'full', context)
  if (outcome.ok) return outcome.value
  if (!options.isCode) return context.expand(text)
  context.log('failed-code', {
    status: 'error',
    description: `The code of a Set variable block failed: ${outcome.message}`,
    ...(outcome.details !== undefined && { details: outcome.details }),
    context: 'While evaluating a Set variable block',
    isPrivate: true,
  })
  if (options.saveErrorInVariableId) context.assign([{ id: options.saveErrorInVariableId, value: outcome.message }])
  return outcome.reason === 'syntax' ? context.expand(text) : null
}

/** True if a calculation has no number as its result, though all its values are set. */
function isNoNumber(value: unknown, code: string, context: BlockContext): boolean {
  return Number.isNaN(value) && context.script(code).args.every((arg) => arg.value !== undefined && arg.value !== null)
}

/** Evaluates plain values and small expressions, which need no sandbox; undefined for everything else. */
function simpleValue(code: string, context: BlockContext): { value: unknown } | undefined {
  const { content, args } = context.script(code)
  const body = content
    .trim()
    .replace(/^return\s+/, '')
    .replace(/;$/, '')
  return evaluateExpression(body, new Map(args.map((arg) => [arg.id, arg.value])))
}
