import type { SentMedia } from '../capabilities.js'
import { field, list, text } from '../fields.js'
import { spansOfMarked } from '../marked-text.js'
import type { Picture, PictureChoice } from '../picture.js'
import { marks } from './formatting.js'

/** Reads a body of the Cloud API as WhatsApp shows it. */
export function show(payload: object): Picture {
  const type = text(field(payload, 'type'))
  const content = field(payload, type)
  if (type === 'text')
    return {
      ...styled(text(field(content, 'body'))),
      ...(field(content, 'preview_url') === true && { showsLink: true }),
    }
  if (type === 'interactive') return ofInteractive(content)
  const media = mediaOf(type, content)
  return media ? { media, ...styled(text(field(content, 'caption'))) } : { isPartial: true }
}

const mediaTypes: readonly SentMedia[] = ['image', 'video', 'audio', 'document']

function mediaOf(type: string, content: unknown): Picture['media'] {
  const kind = mediaTypes.find((it) => it === type)
  const fileName = text(field(content, 'filename'))
  return kind && { kind, url: text(field(content, 'link')), ...(fileName !== '' && { fileName }) }
}

function ofInteractive(interactive: unknown): Picture {
  const header = field(interactive, 'header')
  const headerType = text(field(header, 'type'))
  const media = mediaOf(headerType, field(header, headerType))
  const action = field(interactive, 'action')
  const shown = {
    ...(media && { media }),
    ...styled(text(field(field(interactive, 'body'), 'text'))),
  }
  switch (field(interactive, 'type')) {
    case 'button': {
      const of = list(field(action, 'buttons')).map((button) => choiceOf(field(button, 'reply')))
      return { ...shown, buttons: { shape: 'rows', of } }
    }
    case 'list':
      return { ...shown, list: { button: text(field(action, 'button')), sections: sectionsOf(action) } }
    default:
      return { ...shown, isPartial: true }
  }
}

function sectionsOf(action: unknown): NonNullable<Picture['list']>['sections'] {
  return list(field(action, 'sections')).map((section) => {
    const title = text(field(section, 'title'))
    return { ...(title !== '' && { title }), rows: list(field(section, 'rows')).map(choiceOf) }
  })
}

function choiceOf(choice: unknown): PictureChoice {
  const description = text(field(choice, 'description'))
  return {
    id: text(field(choice, 'id')),
    title: text(field(choice, 'title')),
    ...(description !== '' && { description }),
  }
}

function styled(words: string): Pick<Picture, 'text'> {
  return words === '' ? {} : { text: spansOfMarked(words, marks) }
}
