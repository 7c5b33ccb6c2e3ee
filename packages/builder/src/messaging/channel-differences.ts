import type { Block } from '@colloquy/flow'
import { type BotDocument, itemsOf } from '@colloquy/flow/operations'

/** Something that comes across differently in a messaging app than in a web page, and the blocks that it is so with. */
export interface ChannelDifference {
  /** `lost`: it does not happen there at all. */
  kind: 'lost' | 'changed'
  text: string
  blocks: { groupId: string; groupTitle: string; block: Block }[]
}

/** What of a flow a messaging app shows in another way, or not at all; what is lost first, each in the order of the flow. */
export function channelDifferences({ groups }: Pick<BotDocument, 'groups'>): ChannelDifference[] {
  const found = new Map<Rule, ChannelDifference>()
  for (const { id: groupId, title: groupTitle, blocks } of groups) {
    for (const block of blocks) {
      if ((block as { isMuted?: boolean }).isMuted) continue
      for (const rule of rules) {
        if (!rule.applies(block as Loose)) continue
        const difference = found.get(rule) ?? { kind: rule.kind, text: rule.text, blocks: [] }
        difference.blocks.push({ groupId, groupTitle, block })
        found.set(rule, difference)
      }
    }
  }
  return rules.flatMap((rule) => found.get(rule) ?? [])
}

interface Loose {
  type: string
  content?: Record<string, unknown>
  options?: Record<string, unknown>
}

interface Rule {
  kind: ChannelDifference['kind']
  text: string
  applies(block: Loose): boolean
}

/** What messaging apps take: buttons in a message, and characters on one. */
const mostButtons = 3
const longestTitle = 20

const optionOf = (block: Loose, key: string): unknown => block.options?.[key]
const isType =
  (...types: string[]) =>
  (block: Loose): boolean =>
    types.includes(block.type)
const itemsIn = (block: Loose) => itemsOf(block as unknown as Block)
const waitsForEvent = (block: Loose) =>
  (block.content?.waitForEvent as { isEnabled?: boolean } | undefined)?.isEnabled === true
const isMultiple = (block: Loose) => optionOf(block, 'isMultipleChoice') === true
const isLong = (text: unknown): boolean => typeof text === 'string' && text.trim().length > longestTitle
const pictureOf = /\.(gif|svg)$/i
const isMoving = (url: unknown): boolean => typeof url === 'string' && pictureOf.test(url.replace(/[?#].*$/s, ''))

const rules: readonly Rule[] = [
  {
    kind: 'lost',
    text: 'There is no way to pay in the app: send a link to a page with the payment instead.',
    applies: isType('payment input'),
  },
  {
    kind: 'lost',
    text: 'This script runs in browsers only. Have it run on the server, where it works everywhere.',
    applies: (block) => block.type === 'Code' && optionOf(block, 'isExecutedOnClient') !== false,
  },
  {
    kind: 'lost',
    text: 'It works on web pages only, and is passed over.',
    applies: isType('Chatwoot', 'Pixel', 'Google Analytics'),
  },
  {
    kind: 'lost',
    text: 'More than three buttons fit on no card: the first three are shown.',
    applies: (block) =>
      block.type === 'cards' && itemsIn(block).some(({ paths }) => (paths?.length ?? 0) > mostButtons),
  },
  {
    kind: 'lost',
    text: 'The page is sent as a link, and nothing waits for what happens on it.',
    applies: (block) => block.type === 'embed' && waitsForEvent(block),
  },
  {
    kind: 'changed',
    text: 'No stars or numbers are shown: the question before it should say which numbers can be answered.',
    applies: isType('rating input'),
  },
  {
    kind: 'changed',
    text: 'There is no calendar or clock: the question before it should say how to write the answer.',
    applies: isType('date input', 'time input'),
  },
  {
    kind: 'changed',
    text: 'Labels of more than 20 characters are cut short.',
    applies: (block) =>
      (block.type === 'choice input' && !isMultiple(block) && itemsIn(block).some(({ content }) => isLong(content))) ||
      (block.type === 'cards' && itemsIn(block).some(({ paths }) => paths?.some(({ text }) => isLong(text)))),
  },
  {
    kind: 'changed',
    text: 'More than three answers come in several messages, three buttons each.',
    applies: (block) => block.type === 'choice input' && !isMultiple(block) && itemsIn(block).length > mostButtons,
  },
  {
    kind: 'changed',
    text: 'Several answers are chosen by their numbers, from a list in a text.',
    applies: (block) => isType('choice input', 'picture choice input')(block) && isMultiple(block),
  },
  {
    kind: 'changed',
    text: 'Each picture is a message with a button of its own.',
    applies: (block) => block.type === 'picture choice input' && !isMultiple(block) && itemsIn(block).length > 1,
  },
  {
    kind: 'changed',
    text: 'Each card is a message of its own.',
    applies: (block) => block.type === 'cards' && itemsIn(block).length > 1,
  },
  {
    kind: 'changed',
    text: 'Moving and drawn pictures (GIF, SVG) are sent as links, or left out of a choice.',
    applies: (block) =>
      (block.type === 'image' && isMoving(block.content?.url)) ||
      itemsIn(block).some(({ pictureSrc, imageUrl }) => isMoving(pictureSrc) || isMoving(imageUrl)),
  },
  {
    kind: 'changed',
    text: 'The video is sent as a link: only files are played in the app.',
    applies: (block) =>
      block.type === 'video' && !['url', undefined].includes(block.content?.type as string | undefined),
  },
  {
    kind: 'changed',
    text: 'The page is sent as a link, or as a document if it is one.',
    applies: (block) => block.type === 'embed' && !waitsForEvent(block),
  },
  {
    kind: 'changed',
    text: 'The address is sent as a link, which the visitor opens.',
    applies: isType('Redirect'),
  },
  {
    kind: 'changed',
    text: 'It runs on the server there, not in a browser: what it reads from the page is not there.',
    applies: (block) => isType('Set variable', 'Webhook')(block) && optionOf(block, 'isExecutedOnClient') === true,
  },
  {
    kind: 'changed',
    text: 'The hour is that of Greenwich: the app tells no time zone.',
    applies: (block) => block.type === 'Set variable' && optionOf(block, 'type') === 'Moment of the day',
  },
]
