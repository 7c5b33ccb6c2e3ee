import { picture } from './sample-inputs.js'

const node = (type: string, children: object[], more: object = {}) => ({ type, children, ...more })
const leaf = (text: string, marks: object = {}) => ({ text, ...marks })

/** Each kind of message, and each kind of text node. Nothing is played automatically. */
export const sampleMessages = [
  {
    id: 'marks',
    type: 'text',
    content: {
      richText: [
        node('h2', [leaf('What you get')]),
        node('p', [
          leaf('A '),
          leaf('bold', { bold: true }),
          leaf(' and an '),
          leaf('italic', { italic: true }),
          leaf(' word, one '),
          leaf('underlined', { underline: true }),
          leaf(', one '),
          leaf('gone', { strikethrough: true }),
          leaf(', and a '),
          node('a', [leaf('link to read')], {
            url: 'https://a.example/a/long/address/without/a/blank/that/has/to/break',
          }),
          leaf('.'),
        ]),
      ],
    },
  },
  {
    id: 'lists',
    type: 'text',
    content: {
      richText: [
        node('ul', [
          node('li', [node('lic', [leaf('One thing')])]),
          node('li', [node('lic', [leaf('Another thing')])]),
        ]),
        node('ol', [node('li', [node('lic', [leaf('First')])]), node('li', [node('lic', [leaf('Second')])])]),
        node('blockquote', [leaf('What somebody has said before us.')]),
        node('code_block', [leaf('const answer = await ask("a question that is longer than the screen is wide")')]),
        node('p', [leaf('And '), leaf('a word of code', { code: true }), leaf('.')]),
      ],
    },
  },
  {
    id: 'image',
    type: 'image',
    content: { url: picture('sea'), clickLink: { url: 'https://a.example', alt: 'The sea' } },
  },
  { id: 'plain-image', type: 'image', content: { url: picture('forest') } },
  { id: 'video', type: 'video', content: { url: 'http://127.0.0.1:9/v.mp4', isAutoplayEnabled: false } },
  { id: 'player', type: 'video', content: { url: 'https://youtu.be/abc', isAutoplayEnabled: false } },
  { id: 'audio', type: 'audio', content: { url: 'http://127.0.0.1:9/a.mp3', isAutoplayEnabled: false } },
  { id: 'embed', type: 'embed', content: { url: 'http://127.0.0.1:9/page', height: 160 } },
]
