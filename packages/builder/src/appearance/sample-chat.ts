import type { Block, Theme } from '@colloquy/flow'
import { plainText } from '@colloquy/flow/blocks'
import { t } from '../i18n/i18n.js'

const says = (id: number, turn: number, text: string) => ({
  kind: 'bot',
  id,
  turn,
  message: {
    id: `m${id}`,
    type: 'text',
    content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] },
  },
})

/** Fields of the saved chat state that all samples share. */
const restingChat = (theme: Theme) => ({
  session: { sessionId: 'sample', bot: { id: 'sample', version: '6', theme, settings: {} } },
  steps: [],
  isWaitingForPage: false,
  isEnded: false,
})

/** The beginning of a bot's conversation: its first messages, up to the first input. */
export function openingChat(blocks: readonly Block[]): (theme: Theme) => object {
  const at = blocks.findIndex(({ type }) => type.endsWith('input'))
  const said = blocks
    .slice(0, at < 0 ? undefined : at)
    .filter(({ type }) => type === 'text')
    .map((block) => ({ block, text: plainText((block as { content?: { richText?: unknown } }).content?.richText) }))
    .filter(({ text }) => text !== '')
  return (theme) => ({
    ...restingChat(theme),
    turn: 1,
    entries: said.map(({ text }, index) => says(index + 1, 1, text)),
    input: at < 0 ? undefined : blocks[at],
  })
}

/** A conversation that shows every part a theme changes, as the saved chat state that a page passes to the widget. */
export const sampleChat = (theme: Theme) => ({
  turn: 3,
  ...restingChat(theme),
  entries: [
    says(1, 1, t('Hi there! 👋 Welcome to our studio.')),
    says(2, 1, t('What is your name?')),
    { kind: 'guest', id: 3, turn: 1, text: 'Ada' },
    says(4, 2, t('Nice to meet you, Ada. Where can we write to you?')),
    { kind: 'guest', id: 5, turn: 2, text: 'ada@example.com' },
    says(6, 3, t('Thank you! What can we help you with?')),
  ],
  input: {
    id: 'choice',
    type: 'choice input',
    options: {
      isSearchable: true,
      searchInputPlaceholder: t('Search services…'),
    },
    items: [t('Website'), t('Brand design'), t('Something else')].map((content, index) => ({
      id: `i${index}`,
      content,
    })),
  },
  progress: 60,
})
