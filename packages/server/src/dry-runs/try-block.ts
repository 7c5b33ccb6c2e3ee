import type { Effects, HttpOutcome, VariableValue } from '@colloquy/engine'
import { entryText, transcriptOf } from '@colloquy/engine'
import type { Block, Flow } from '@colloquy/flow'
import { blockExits, type ExitKind, mayFail } from '@colloquy/flow/blocks'
import { type ModelMessage, type ServiceOutcome, spentTokens } from '@colloquy/flow/integrations'
import type { BotRow } from '@colloquy/storage'
import { costOf, priceOf } from '../config/model-prices.js'
import type { EffectHandlers, TurnScope } from '../effects/effects.js'
import type { Needs, Service } from '../service.js'
import { flowOf, settingsOf } from '../stored-bots/flow-of.js'
import { flowWith, runAlone } from '../turns/run-alone.js'
import { shownLogs } from '../turns/shown-logs.js'

/** One call of a block: request and response, shortened. Neither contains a secret of the credentials. */
export interface TriedCall {
  /** Target of the call: a model, a service, an address, a tool. */
  to: string
  sent: string
  answered: string
  /** Reason why there is no answer. */
  problem: string | null
  milliseconds: number
  /** Null except for calls to language models. */
  tokens: { input: number; output: number } | null
  /** In the currency of the operator's prices; null when there is no price for the model. */
  cost: number | null
}

export interface TriedBlock {
  calls: TriedCall[]
  /** Messages of the block to the visitor. */
  said: string[]
  /** The variables that it set, by their ids. */
  saved: Record<string, VariableValue>
  /** The exit that it took; null for its default edge. */
  exit: ExitKind | null
  /** Ids of the groups that it continued to. */
  groupIds: string[]
  /** True if it asks the visitor and waits for a reply. */
  waits: boolean
  logs: ReturnType<typeof shownLogs>
}

/** True for blocks with exits for failures: they call something outside that may fail. */
export const canBeTried = (block: Block): boolean =>
  mayFail(block.type, (block as { options?: { action?: unknown } }).options?.action)

interface Tried {
  bot: BotRow
  block: Block
  variables: Record<string, unknown>
  reply?: string | undefined
  ownUrl?: string
}

/** Runs one block of a draft once, with real calls, and reports what it did. Calls count towards the budgets of the bot. */
export async function tryBlock(service: Service, tried: Tried): Promise<TriedBlock> {
  const calls: TriedCall[] = []
  const effectHandlers = watched(service, (call) => calls.push(call))
  const flow = flowOf(tried.bot)
  const settings = settingsOf(tried.bot)
  // Only the settings of models apply: nothing is rendered, and typing is not simulated.
  const { turns, saved } = await runAlone(
    { ...service, effectHandlers },
    { ...tried, flow: aloneIn(flow, tried.block), settings: settings.ai ? { ai: settings.ai } : {} },
  )
  const messages = turns.flatMap((turn) => turn.messages)
  const marks = messages.flatMap(({ id }) => (id.startsWith(mark) ? [id.slice(mark.length)] : []))
  const exits = blockExits(tried.block)
  const taken = exits.find(({ id }) => marks.includes(id))
  return {
    calls,
    said: transcriptOf([{ messages: messages.filter(({ id }) => !id.startsWith(mark)) }]).map(entryText),
    saved,
    exit: taken?.on ?? null,
    groupIds: marks.filter((id) => exits.every((exit) => exit.id !== id)),
    waits: turns.at(-1)?.input !== undefined,
    logs: shownLogs(
      turns.flatMap(({ logs }) => logs),
      'preview',
    ),
  }
}

/** Prefix for the ids of the bubbles that represent the rest of the flow. */
const mark = 'try:'
const graphCoordinates = { x: 0, y: 0 }

/**
 * Builds a flow from the block with a bubble after each of its exits and in each group that it may lead to, which shows where it continued
 * while nothing else runs. Blocks that it may call as tools are in an unconnected group.
 */
function aloneIn(flow: Flow, block: Block): Flow {
  const bubbleOf = (id: string): Block => ({
    id: mark + id,
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: '→' }] }] },
  })
  const groupOf = (id: string, blocks: Block[]) => ({ id, title: '', graphCoordinates, blocks })
  const exits = blockExits(block)
  const alone = { ...block, outgoingEdgeId: undefined, isMuted: undefined }
  const others = flow.groups.flatMap(({ blocks }) => blocks.filter(({ id }) => id !== block.id))
  const { edges } = flow
  const connected = new Set(edges.map(({ id }) => id))
  return flowWith(alone as Block, flow, {
    edges: exits.flatMap(({ id, outgoingEdgeId }) =>
      outgoingEdgeId && connected.has(outgoingEdgeId)
        ? [{ id: outgoingEdgeId, from: { blockId: block.id, itemId: id }, to: { groupId: mark + id } }]
        : [],
    ),
    groups: [
      ...exits.map(({ id }) => groupOf(mark + id, [bubbleOf(id)])),
      ...flow.groups.map(({ id, title }) => ({ ...groupOf(id, [bubbleOf(id)]), title })),
      groupOf(`${mark}tools`, others),
    ],
  })
}

type Said = Omit<TriedCall, 'milliseconds' | 'tokens' | 'cost'> & Partial<Pick<TriedCall, 'tokens' | 'cost'>>

/** Wraps the effect handlers to record their requests and outcomes. */
function watched(
  { effectHandlers, config }: Needs<'config' | 'effectHandlers'>,
  note: (call: TriedCall) => void,
): EffectHandlers {
  const watch =
    <A, B>(perform: (asks: A, scope: TurnScope) => Promise<B>, describe: (asks: A, brings: B) => Said) =>
    async (asks: A, scope: TurnScope): Promise<B> => {
      const began = performance.now()
      const brings = await perform(asks, scope)
      const { sent, answered, problem, ...said } = describe(asks, brings)
      note({
        tokens: null,
        cost: null,
        ...said,
        sent: short(sent),
        answered: short(answered),
        problem: problem === null ? null : short(problem),
        milliseconds: Math.round(performance.now() - began),
      })
      return brings
    }
  const modelCall = ({ request }: Effects['model']['asks'], { outcome }: Effects['model']['brings']): Said => {
    const { service, call, fallbacks = [] } = request
    const model = [call.model, ...fallbacks.map((one) => one.model)][outcome.passed?.length ?? 0] ?? call.model
    const spent = spentTokens(call, outcome)
    const price = config.modelPrices && priceOf(config.modelPrices, model)
    const isSaid = outcome.answer === 'said'
    const { messages, tools = [] } = call
    return {
      to: `${service}: ${model}`,
      sent: [
        ...messages.map(messageText),
        ...(tools.length > 0 ? [`tools: ${tools.map(({ name }) => name).join(', ')}`] : []),
      ].join('\n\n'),
      answered: isSaid ? [outcome.text, ...outcome.toolCalls.map(toolText)].filter(Boolean).join('\n') : '',
      problem: isSaid ? null : [outcome.reason, outcome.details].filter(Boolean).join(' '),
      tokens: { input: spent.input, output: spent.output },
      cost: price ? costOf(price, spent) / 100_000_000 : null,
    }
  }
  return {
    ...effectHandlers,
    model: watch(effectHandlers.model, modelCall),
    request: watch(effectHandlers.request, ({ request: { service, call } }, brings) => ({
      to: call.kind === 'http' ? `${service}: ${call.method} /${call.path.join('/')}` : service,
      sent: sentBy(call),
      ...answerOf(brings),
    })),
    http: watch(effectHandlers.http, ({ request: { method, url, body = '' } }, brings) => ({
      to: `${method} ${url}`,
      sent: body,
      ...answerOf(brings),
    })),
    knowledge: watch(effectHandlers.knowledge, ({ request: { query } }, brings) => ({
      to: 'knowledge',
      sent: query,
      answered:
        brings.answer === 'found' ? brings.passages.map(({ title, text }) => `${title}: ${text}`).join('\n') : '',
      problem: brings.answer === 'failed' ? brings.reason : null,
    })),
    mcp: watch(effectHandlers.mcp, ({ request }, { outcome }) => ({
      to: request.ask === 'call' ? request.tool : 'tools',
      sent: request.ask === 'call' ? request.input : '',
      answered:
        outcome.answer === 'result'
          ? outcome.text
          : outcome.answer === 'tools'
            ? outcome.tools.map(({ name }) => name).join(', ')
            : '',
      problem: outcome.answer === 'failed' ? outcome.reason : null,
    })),
  }
}

function messageText(message: ModelMessage): string {
  switch (message.role) {
    case 'system':
      return `system: ${message.text}`
    case 'user':
      return `user: ${message.parts.map((part) => (part.type === 'text' ? part.text : part.url)).join('\n')}`
    case 'assistant':
      return ['assistant:', message.text, ...(message.toolCalls ?? []).map(toolText)].filter(Boolean).join(' ')
    case 'tool':
      return message.results.map(({ name, text }) => `${name}: ${text}`).join('\n')
  }
}

const toolText = ({ name, input }: { name: string; input: string }): string => `${name}(${input})`

function sentBy(call: Effects['request']['asks']['request']['call']): string {
  if (call.kind === 'http') {
    const { query, json, form } = call
    return [query, json, form].flatMap((part) => (part === undefined ? [] : [jsonOf(part)])).join('\n')
  }
  const { kind: _, ...rest } = call
  return jsonOf(rest)
}

function answerOf(outcome: ServiceOutcome | HttpOutcome): Pick<Said, 'answered' | 'problem'> {
  const answered = (text: string) => ({ answered: text, problem: null })
  const failed = (problem: string) => ({ answered: '', problem })
  switch (outcome.answer) {
    case 'response':
      return outcome.status < 400
        ? answered(`${outcome.status}\n${outcome.text}`)
        : { answered: outcome.text, problem: `The other side answered with status ${outcome.status}.` }
    case 'file':
      return answered(outcome.url)
    case 'signed':
      return answered('A token was signed.')
    case 'found':
      return answered(jsonOf(outcome.file))
    case 'queued':
      return answered('The request waits for its delivery.')
    case 'timeout':
      return failed(`There was no answer within ${outcome.seconds} s.`)
    case 'refused':
    case 'failed':
      return failed(outcome.reason)
  }
}

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''

/** Maximum characters shown of a request or a response. */
const longest = 4_000
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)
