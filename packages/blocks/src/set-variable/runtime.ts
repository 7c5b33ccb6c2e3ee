import type { BlockContext, BlockRuntime, Outcome } from '@colloquy/engine'
import { blockExits } from '../block-exits.js'
import { clientValue } from '../client-value.js'
import { instantInZone } from './clock.js'
import { evaluateExpression } from './expression.js'
import { appended, withoutEnd } from './list-kinds.js'

interface Options {
  variableId?: string
  type?: string
  expressionToEvaluate?: string
  isCode?: boolean
  isUnsafe?: boolean
  isExecutedOnClient?: boolean
  item?: string
  timeZone?: string
  saveItemInVariableId?: string
  mapListItemParams?: { baseItemVariableId?: string; baseListVariableId?: string; targetListVariableId?: string }
}

/** Gives a variable a value, computed here or by the client. */
export const setVariableRuntime: BlockRuntime<'Set variable'> = {
  type: 'Set variable',
  kind: 'logic',
  enter(block, context) {
    const options = block.options as Options | undefined
    if (!options?.variableId) return { kind: 'continue' }
    const code = clientCode(options)
    if (code !== undefined) return onClient(code, options, context)
    setOnServer(options.variableId, options, context)
    return { kind: 'continue' }
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

function clientCode(options: Options): string | undefined {
  if (options.type === 'Moment of the day') return momentOfDay
  if (options.type === 'Device type') return deviceType
  const isCustom = options.type === undefined || options.type === 'Custom'
  return isCustom && options.isExecutedOnClient ? options.expressionToEvaluate : undefined
}

function onClient(code: string, options: Options, context: BlockContext): Outcome {
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

function setOnServer(id: string, options: Options, context: BlockContext): void {
  if (options.type === 'Pop' || options.type === 'Shift') {
    const { rest, item } = withoutEnd(context.value(id), options.type)
    const saved =
      options.saveItemInVariableId && rest !== null ? [{ id: options.saveItemInVariableId, value: item }] : []
    context.assign([...saved, { id, value: rest }])
  } else if (options.type === 'Transcript') {
    context.log({
      status: 'info',
      description: 'Transcripts are not available on this instance yet; the variable was left as it is',
    })
  } else {
    context.assign([{ id, value: serverValue(id, options, context) }])
  }
}

function serverValue(id: string, options: Options, context: BlockContext): unknown {
  switch (options.type) {
    case undefined:
    case 'Custom':
      return customValue(options, context)
    case 'Append value(s)':
      return appended(context.value(id), context.expand(options.item))
    case 'Environment name':
      return context.channel
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

function instant(milliseconds: number, options: Options, context: BlockContext): string {
  const timeZone = context.expand(options.timeZone)
  const local = timeZone === '' ? undefined : instantInZone(milliseconds, timeZone)
  if (timeZone !== '' && local === undefined) {
    context.log({ status: 'error', description: 'Unknown time zone; UTC was used instead', details: timeZone })
  }
  return local ?? new Date(milliseconds).toISOString()
}

function mappedItem({ mapListItemParams }: Options, context: BlockContext): string | null {
  const item = context.value(mapListItemParams?.baseItemVariableId)
  const list = context.value(mapListItemParams?.baseListVariableId)
  const target = context.value(mapListItemParams?.targetListVariableId)
  if (typeof item !== 'string' || item === '' || !Array.isArray(list) || !Array.isArray(target)) return null
  return target[list.indexOf(item)] ?? null
}

/** Code that is no small expression gives its own text with the variables filled in. */
function customValue(options: Options, context: BlockContext): unknown {
  const text = options.expressionToEvaluate
  if (!text) return null
  if (context.singleVariable(text)) return context.expand(text)
  if (!Number.isNaN(Number(text)) && /0[^.]./.test(text)) return text
  const code = /^\{\{=(.+?)=\}\}$/.exec(text)?.[1] ?? text
  const { content, args } = context.script(code)
  const body = content
    .trim()
    .replace(/^return\s+/, '')
    .replace(/;$/, '')
  const result = literal(body) ?? evaluateExpression(body, new Map(args.map((arg) => [arg.id, arg.value])))
  if (result) return result.value
  if (options.isCode || /\breturn\s|=>|[\w)\]]\.\w+\(/.test(text)) {
    context.log({
      status: 'error',
      description: 'Scripts are not available yet; the text of this one was stored instead',
    })
  }
  return context.expand(text)
}

function literal(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}
