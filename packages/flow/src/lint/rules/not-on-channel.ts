import {
  type Capabilities,
  type ChannelDefinition,
  channels,
  cut,
  isOver,
  isSendable,
  type TextLimit,
} from '@colloquy/channels'
import type { SentPart } from '../../blocks/define.js'
import { definitionOf } from '../../blocks/registry.js'
import { itemsOf } from '../../items.js'
import type { Rule } from '../rule.js'

/** A limitation of one channel: what is not shown there, and where in the block it is. */
interface Limitation {
  path: string
  says(names: string): string
}

/** Compares what blocks send with the capabilities of the channels on which the bot answers. */
export const notOnChannel: Rule = {
  id: 'not-on-channel',
  severity: 'warning',
  summary: 'A channel on which the bot answers cannot show a part of a block as it is',
  *find({ blocks }, { channelTypes }) {
    const connected = channels.filter(({ type }) => channelTypes?.has(type))
    if (connected.length === 0) return
    for (const { block, location } of blocks) {
      const definition = definitionOf(block.type)
      const whole = definition?.items ? { ...block, items: itemsOf(block) } : block
      for (const part of definition?.sends?.(whole) ?? []) {
        for (const { path, message } of findingsOf(part, connected))
          yield { location: { ...location, path: `${location.path}.${path}` }, message }
      }
    }
  },
}

/** Limitations of a part, each with the names of the channels that share it. */
function findingsOf(part: SentPart, connected: readonly ChannelDefinition[]): { path: string; message: string }[] {
  const found = new Map<string, { limitation: Limitation; labels: string[] }>()
  for (const { label, capabilities } of connected) {
    for (const limitation of limitationsOf(part, capabilities)) {
      const key = `${limitation.path} ${limitation.says('')}`
      const others = found.get(key)
      if (others) others.labels.push(label)
      else found.set(key, { limitation, labels: [label] })
    }
  }
  return [...found.values()].map(({ limitation: { path, says }, labels }) => ({
    path,
    message: says(labels.join(', ')),
  }))
}

function* limitationsOf(part: SentPart, capabilities: Capabilities): Iterable<Limitation> {
  switch (part.kind) {
    case 'text':
      yield* ofText(part, capabilities)
      return
    case 'caption':
      if (capabilities.buttons && isTooLong(part.text, capabilities.buttons.text)) {
        const { max } = capabilities.buttons.text
        yield {
          path: part.path,
          says: (names) => `${names}: the end of this text is left out (at most ${max} fit): shorten it.`,
        }
      }
      return
    case 'file':
      if (!isSendable(part.url, capabilities.media[part.media]))
        yield { path: part.path, says: (names) => `${names}: this kind of file is not shown and is sent as a link.` }
      return
    case 'buttons':
      yield* ofButtons(part, capabilities)
      return
    case 'task':
      if (capabilities.forbidsGeneralAssistants && part.text.trim() === '')
        yield {
          path: part.path,
          says: (names) =>
            `${names}: assistants for any purpose are forbidden there: write in the instructions what this one is for.`,
        }
  }
}

function* ofText(
  { text, isStyled, path }: Extract<SentPart, { kind: 'text' }>,
  { text: limit, formatting }: Capabilities,
): Iterable<Limitation> {
  const { max } = limit
  if (isTooLong(text, limit))
    yield { path, says: (names) => `${names}: this text comes in several messages (at most ${max} fit into one).` }
  if (isStyled && formatting === null)
    yield { path, says: (names) => `${names}: bold, italic and other formatting is not shown.` }
}

function* ofButtons(
  { labels, isCard }: Extract<SentPart, { kind: 'buttons' }>,
  { buttons }: Capabilities,
): Iterable<Limitation> {
  if (!buttons) return
  const named = labels.filter(({ text }) => text.trim() !== '')
  for (const [index, { text, path }] of named.entries()) {
    const label = shown(text)
    if (isCard && index >= buttons.max) {
      const { max } = buttons
      yield { path, says: (names) => `${names}: a card has at most ${max} buttons, and “${label}” is left out.` }
    } else if (isTooLong(text, buttons.title)) {
      const { max } = buttons.title
      yield { path, says: (names) => `${names}: the label “${label}” is cut (at most ${max} fit): shorten it.` }
    }
  }
}

/** Placeholders may be replaced by anything: only the text around them counts. */
const isTooLong = (text: string, limit: TextLimit): boolean => isOver(text.replace(/\{\{[^{}]*\}\}/g, '').trim(), limit)

/** The beginning of a label, for a message. */
const shown = (text: string): string => cut(text.trim(), { max: 60, unit: 'characters' })
