import { type Part, partsOf } from '../comments/mentions.js'
import { t } from '../i18n/i18n.js'

const reference = /<@([\w-]{1,64})>/g

/** The text of a note, with the people whom it mentions as separate parts. */
export const noteParts = (text: string, names: ReadonlyMap<string, string>): Part[] =>
  partsOf({
    text,
    mentions: [...text.matchAll(reference)].map(([, id = '']) => ({ id, name: names.get(id) ?? t('Former member') })),
  })

/** The text of a note, with names in place of references. */
export const noteText = (text: string, names: ReadonlyMap<string, string>): string =>
  noteParts(text, names)
    .map((part) => (part.mentioned ? `@${part.mentioned.name}` : part.text))
    .join('')
