import { type Capabilities, isSendable, type OutgoingMessage, textMessages } from '@colloquy/channels'
import type { ClientAction, Input, Message } from '@colloquy/chat'
import type { Settings } from '@colloquy/flow'
import { richTextToMessagingText } from '../rich-text.js'
import { inputMessages, takesText } from './input-messages.js'

/** Steps of a messaging channel for a turn, one after another. */
export type ChannelStep =
  /** `pause`: milliseconds before the message in which the bot appears to type. */
  { kind: 'send'; message: OutgoingMessage; pause: number } | { kind: 'wait'; seconds: number }

export interface ChannelTurn {
  steps: ChannelStep[]
  /** 'channel': it waits for these steps only, and continues without a message. */
  waitsFor: 'channel' | 'webhook' | 'visitor'
}

/** The parts of a turn's response that a messaging app can show. */
export interface ShownTurn {
  messages: readonly Message[]
  input?: Input
  clientSideActions?: readonly ClientAction[]
  /** The reply was a late press that has no effect. */
  isIgnored?: true
}

export interface ChannelSettings {
  /** The abilities of the channel. */
  capabilities: Capabilities
  typing: Settings['typingEmulation']
  /** Label on the buttons of pictures. */
  selectLabel?: string
  /** Label of the button that opens a list of choices; without it, there are no lists. */
  listButton?: string | undefined
  /** Nothing was said before in this chat. */
  isFirst: boolean
}

/** The messages of a turn in order, each followed by its actions, then the input. */
export function stepsOfTurn(turn: ShownTurn, settings: ChannelSettings): ChannelTurn {
  if (turn.isIgnored) return { steps: [], waitsFor: 'visitor' }
  const { messages, input } = turn
  const actions = turn.clientSideActions ?? []
  const lastOf = new Map(messages.map(({ id }, index) => [id, index]))
  const actionsAt = new Map<number, ClientAction[]>()
  for (const action of actions) {
    const { lastBubbleBlockId: id } = action
    const index = id === undefined ? -1 : (lastOf.get(id) ?? messages.length)
    const others = actionsAt.get(index)
    if (others) others.push(action)
    else actionsAt.set(index, [action])
  }
  const behind = (index: number) => actionsAt.get(index) ?? []
  const writer = new Writer(settings)
  for (const action of behind(-1)) writer.act(action)
  let held = ''
  for (const [index, message] of messages.entries()) {
    const following = behind(index)
    const isLast = index === messages.length - 1
    if (isLast && takesText(input) && message.type === 'text' && !following.some(isDone))
      held = textOf(message, settings.capabilities)
    else writer.say(message)
    for (const action of following) writer.act(action)
  }
  for (const action of behind(messages.length)) writer.act(action)
  if (input) writer.ask(input, held)
  return { steps: writer.steps, waitsFor: awaitedBy(actions) }
}

function awaitedBy(actions: readonly ClientAction[]): ChannelTurn['waitsFor'] {
  const awaited = actions.find(({ expectsDedicatedReply }) => expectsDedicatedReply)
  if (!awaited) return 'visitor'
  return awaited.type === 'listenForWebhook' ? 'webhook' : 'channel'
}

/** True if an action has an effect on this channel. */
function isDone({ type }: ClientAction): boolean {
  return type === 'wait' || type === 'redirect'
}

class Writer {
  readonly steps: ChannelStep[] = []
  readonly #settings: ChannelSettings
  #isFirst: boolean

  constructor(settings: ChannelSettings) {
    this.#settings = settings
    this.#isFirst = settings.isFirst
  }

  say(message: Message): void {
    for (const sent of bubble(message, this.#settings.capabilities)) this.#send(sent, message.type === 'text')
  }

  /** Actions that need a browser are omitted. */
  act(action: ClientAction): void {
    if (action.type === 'wait') this.steps.push({ kind: 'wait', seconds: action.wait.secondsToWaitFor })
    if (action.type === 'redirect')
      for (const sent of link(action.redirect.url, this.#settings.capabilities)) this.#send(sent, false)
  }

  ask(input: Input, text: string): void {
    const { capabilities, listButton } = this.#settings
    const selectLabel = this.#settings.selectLabel?.trim() || 'Select'
    for (const sent of inputMessages({ input, text, selectLabel, capabilities, listButton }))
      this.#send(sent, text !== '')
  }

  #send(message: OutgoingMessage, isTyped: boolean): void {
    const { typing } = this.#settings
    const between = this.#isFirst ? 0 : (typing?.delayBetweenBubbles ?? 0) * 1_000
    const typed = isTyped && 'text' in message ? typingTime(message.text, typing, this.#isFirst) : 0
    this.steps.push({ kind: 'send', message, pause: Math.round(between + typed) })
    this.#isFirst = false
  }
}

/** The time in milliseconds to type a text: by its words, or by its characters in scripts without word separators. */
export function typingTime(text: string, settings: ChannelSettings['typing'], isFirst: boolean): number {
  const { enabled = true, speed = 400, maxDelay = 3, isDisabledOnFirstMessage = true } = settings ?? {}
  if (!enabled || speed <= 0 || (isFirst && isDisabledOnFirstMessage)) return 0
  const words = text.match(/\w+/g)?.length ?? text.length
  return Math.min((words / speed) * 60_000, maxDelay * 1_000)
}

function textOf(message: Extract<Message, { type: 'text' }>, { formatting }: Capabilities): string {
  const { content } = message
  return content.type === 'markdown' ? content.markdown : richTextToMessagingText(content.richText, formatting)
}

function bubble(message: Message, capabilities: Capabilities): OutgoingMessage[] {
  switch (message.type) {
    case 'text':
      return textMessages(textOf(message, capabilities), capabilities)
    case 'image': {
      const { url } = message.content
      return isSendable(url, capabilities.media.image) ? [{ type: 'image', url }] : link(url, capabilities)
    }
    case 'audio':
      return media('audio', message.content.url, capabilities)
    case 'video': {
      const { type = 'url', url } = message.content
      if (type === 'url') return media('video', url, capabilities)
      // The recognized part of an address begins with its host.
      return link(url && (isAddress(url) ? url : `https://${url}`), capabilities)
    }
    case 'embed':
      return document(message.content.url, capabilities) ?? link(message.content.url, capabilities)
    case 'custom-embed':
      return link(message.content.url, capabilities)
  }
}

function media(type: 'audio' | 'video', url: string | undefined, capabilities: Capabilities): OutgoingMessage[] {
  if (!isAddress(url)) return []
  return isSendable(url, capabilities.media[type]) ? [{ type, url }] : link(url, capabilities)
}

function link(url: string | undefined, capabilities: Capabilities): OutgoingMessage[] {
  const isOpened = isAddress(url) || /^(mailto|tel|sms):/i.test(url ?? '')
  return isOpened && url ? textMessages(url, capabilities, true) : []
}

const documentTypes = new Set(
  'pdf doc docx odt rtf txt md csv xls xlsx ods ppt pptx odp epub zip json xml ics vcf'.split(' '),
)

function document(url: string | undefined, { media }: Capabilities): OutgoingMessage[] | undefined {
  if (!isAddress(url) || !isSendable(url, media.document)) return undefined
  const path = url.replace(/[?#].*$/s, '')
  const fileName = path.slice(path.lastIndexOf('/') + 1)
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return documentTypes.has(extension) ? [{ type: 'document', url, fileName: decoded(fileName) }] : undefined
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function isAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/\S+$/i.test(url)
}
