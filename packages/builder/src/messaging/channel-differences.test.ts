import { type Capabilities, channels } from '@colloquy/channels'
import type { Block, Group } from '@colloquy/flow'
import { describe, expect, it } from 'vitest'
import { channelDifferences } from './channel-differences.js'

const flowOf = (...blocks: object[]) => ({
  groups: [{ id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: blocks as Block[] } as Group],
})
const whole = channels.find(({ type }) => type === 'whatsapp')?.capabilities as Capabilities
const { list, ...capabilities } = whole
const textsOf = (...blocks: object[]) => channelDifferences(flowOf(...blocks), capabilities).map(({ text }) => text)
const items = (...contents: string[]) => contents.map((content, index) => ({ id: `i${index}`, content }))

describe('what comes across differently in a messaging app', () => {
  it('is nothing of what is said and asked in words', () => {
    expect(
      textsOf(
        { id: 'a', type: 'text', content: { richText: [] } },
        { id: 'b', type: 'text input' },
        { id: 'c', type: 'email input' },
        { id: 'd', type: 'choice input', items: items('Yes', 'No') },
        { id: 'e', type: 'image', content: { url: 'https://example.com/a.png?x=.gif' } },
        { id: 'f', type: 'Code', options: { isExecutedOnClient: false } },
        { id: 'g', type: 'Set variable', options: { type: 'Today' } },
      ),
    ).toEqual([])
  })

  it.each<[string, object, RegExp]>([
    ['a payment', { type: 'payment input' }, /no way to pay/],
    ['a script for browsers', { type: 'Code', options: { content: 'x' } }, /browsers only/],
    ['a pixel', { type: 'Pixel' }, /is skipped/],
    ['a page that is waited for', { type: 'embed', content: { waitForEvent: { isEnabled: true } } }, /nothing waits/],
    ['a page', { type: 'embed', content: { url: 'https://example.com' } }, /as a document/],
    ['a rating', { type: 'rating input' }, /which numbers/],
    ['a date', { type: 'date input' }, /calendar/],
    ['many answers', { type: 'choice input', items: items('1', '2', '3', '4') }, /several messages/],
    ['a long answer', { type: 'choice input', items: items('I am a customer already') }, /cut short/],
    ['several answers', { type: 'choice input', options: { isMultipleChoice: true }, items: items('1') }, /numbers/],
    ['a moving picture', { type: 'image', content: { url: 'https://example.com/a.gif?b' } }, /GIF/],
    ['a video elsewhere', { type: 'video', content: { type: 'youtube', id: 'x' } }, /only files are played/],
    [
      'a card with many buttons',
      { type: 'cards', items: [{ id: 'c', paths: items('1', '2', '3', '4') }] },
      /first ones/,
    ],
    ['a redirect', { type: 'Redirect', options: { url: 'https://example.com' } }, /visitor opens/],
    ['the hour', { type: 'Set variable', options: { type: 'Moment of the day' } }, /are in UTC/],
  ])('reports %s', (_, block, expected) => {
    expect(textsOf({ id: 'x', ...block })).toEqual([expect.stringMatching(expected)])
  })

  it('reports a list for answers that fit into one, if the bot asks for lists', () => {
    const textsWith = (...labels: string[]) =>
      channelDifferences(flowOf({ id: 'a', type: 'choice input', items: items(...labels) }), {
        ...capabilities,
        list,
      }).map(({ text }) => text)
    expect(textsWith(...'1234567890')).toEqual([expect.stringMatching(/in a list/)])
    expect(textsWith(...'1234567890A')).toEqual([expect.stringMatching(/several messages/)])
    expect(textsWith(...'123')).toEqual([])
  })

  it('names each block once for each difference, and omits disabled ones', () => {
    const found = channelDifferences(
      flowOf(
        { id: 'a', type: 'rating input' },
        { id: 'b', type: 'rating input' },
        { id: 'c', type: 'rating input', isMuted: true },
      ),
      capabilities,
    )
    expect(found.map(({ blocks }) => blocks.map(({ block }) => block.id))).toEqual([['a', 'b']])
  })

  it('says of a channel without buttons and pictures that answers are written and pictures are links', () => {
    const { buttons: _, ...others } = capabilities
    const found = channelDifferences(
      flowOf(
        { id: 'a', type: 'choice input', items: items('1', '2', '3', '4', 'I am a customer already') },
        { id: 'b', type: 'image', content: { url: 'https://example.com/a.png' } },
      ),
      { ...others, media: {} },
    )
    expect(found.map(({ text }) => text)).toEqual([
      expect.stringMatching(/sent as links/),
      expect.stringMatching(/no buttons/),
    ])
  })
})
