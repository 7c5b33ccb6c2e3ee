import { shownText, tree } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { hasStyles } from './has-styles.js'
import { plainText } from './plain-text.js'

export const textBubble = defineBlock({
  type: 'text',
  section: 'bubble',
  label: 'Text',
  icon: 'message-square',
  description: 'Send a message',
  keywords: 'message, bubble, say, paragraph, rich text, markdown',
  content: {
    richText: tree({ label: 'Text', shows: 'all' }),
    html: shownText({ label: 'HTML' }),
    plainText: shownText({ label: 'Plain text' }),
  },
  sample: { richText: [{ type: 'p', children: [{ text: 'Hello!' }] }] },
  form: 'rich text',
  create: () => ({ content: { richText: [{ type: 'p', children: [{ text: '' }] }] } }),
  summary: ({ content }) => plainText(content?.richText),
  richText: ({ content }) => content?.richText ?? [],
  sends: ({ content }) => [
    {
      kind: 'text',
      text: plainText(content?.richText),
      isStyled: hasStyles(content?.richText),
      path: 'content.richText',
    },
  ],
})
