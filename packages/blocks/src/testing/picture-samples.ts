import type { NativeType } from '@colloquy/flow/blocks'

/** Contents of a block. */
type Sample = Readonly<Record<string, unknown>>

const site = 'https://example.com'
const paragraph = (...children: object[]) => ({ type: 'p', children })
const items = (...labels: string[]) => labels.map((content, index) => ({ id: `item${index + 1}`, content }))
const paths = (...labels: string[]) => labels.map((text, index) => ({ id: `path${index + 1}`, text }))
const longLabel = 'I would rather talk to somebody about my order'
/** Longer than a message of the smallest channel, and than the text above buttons of any. */
const longText = Array.from({ length: 220 }, (_, index) => `word${index}`).join(' ')
const webhook = { url: site, method: 'GET' }

/** Blocks of each type whose messages differ between channels, by what they show. */
export const pictureSamples: Readonly<Record<NativeType, Readonly<Record<string, Sample>>>> = {
  text: {
    styles: {
      content: {
        richText: [
          paragraph({ text: 'Bold', bold: true }, { text: ', ' }, { text: 'both', bold: true, italic: true }),
          paragraph({ text: '2*3 = 6, snake_case, ' }, { text: 'gone', strikethrough: true }),
          paragraph({ type: 'a', url: site, children: [{ text: 'a link' }] }),
          { type: 'ol', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'first' }] }] }] },
        ],
      },
    },
    long: { content: { richText: [paragraph({ text: longText })] } },
  },
  image: { jpeg: { content: { url: `${site}/a.jpg` } }, gif: { content: { url: `${site}/a.gif` } } },
  video: {
    file: { content: { url: `${site}/a.mp4` } },
    page: { content: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
  },
  audio: { mp3: { content: { url: `${site}/a.mp3` } }, ogg: { content: { url: `${site}/a.ogg` } } },
  embed: {
    page: { content: { url: `${site}/page` } },
    pdf: { content: { url: `${site}/Price%20list.pdf` } },
    spreadsheet: { content: { url: `${site}/prices.xlsx` } },
  },
  'text input': { empty: {} },
  'number input': { empty: {} },
  'email input': { empty: {} },
  'url input': { empty: {} },
  'date input': { empty: {} },
  'time input': { empty: {} },
  'phone number input': { empty: {} },
  'choice input': {
    two: { items: items('Yes', 'No') },
    four: { items: items('Monday', 'Tuesday', 'Wednesday', 'Thursday') },
    fourteen: { items: items(...Array.from({ length: 14 }, (_, index) => `Slot ${index + 1}`)) },
    long: { items: items(longLabel, `${longLabel} of last year`) },
    several: { items: items('Red', 'Green'), options: { isMultipleChoice: true } },
  },
  'picture choice input': {
    single: {
      items: [
        { id: 'cat', title: 'Cat', description: 'Purrs', pictureSrc: `${site}/cat.png` },
        { id: 'dog', title: 'Dog', pictureSrc: `${site}/dog.gif` },
      ],
    },
    several: { items: [{ id: 'cat', title: 'Cat' }], options: { isMultipleChoice: true } },
  },
  'rating input': { empty: {} },
  'file input': { empty: {} },
  'payment input': { price: { options: { amount: '10', currency: 'EUR' } } },
  cards: {
    buttons: {
      items: [
        {
          id: 'card1',
          imageUrl: `${site}/a.png`,
          title: 'Basic',
          description: 'For one person',
          paths: paths('Order', 'Details', 'Compare', 'Ask'),
        },
        { id: 'card2', title: 'Team', description: longText, paths: paths(longLabel) },
      ],
    },
    bare: { items: [{ id: 'card1', title: 'Basic', paths: [] }] },
  },
  agent: { greeting: { options: { firstMessage: 'How can I help?' } } },
  'Set variable': { empty: {} },
  Condition: { empty: { items: [] } },
  Redirect: { address: { options: { url: `${site}/next` } } },
  Code: { browser: { options: { content: 'alert(1)' } } },
  'Bot link': { empty: {} },
  Wait: { seconds: { options: { secondsToWaitFor: '2' } } },
  'AB test': {
    halves: {
      items: [
        { id: 'a', path: 'a' },
        { id: 'b', path: 'b' },
      ],
    },
  },
  Jump: { empty: {} },
  Return: { empty: {} },
  webhook: { empty: {} },
  person: { message: { options: { message: 'One moment, please.' } } },
  start: { empty: {} },
  Webhook: { get: { options: { webhook } } },
  Email: { empty: {} },
  'Google Analytics': { id: { options: { trackingId: 'G-1' } } },
  Pixel: { id: { options: { pixelId: 'P', eventType: 'Purchase' } } },
  Chatwoot: { token: { options: { websiteToken: 't' } } },
  Zapier: { get: { options: { webhook } } },
  'Make.com': { get: { options: { webhook } } },
  Pabbly: { get: { options: { webhook } } },
  OpenAI: { empty: {} },
}
