import type { SentMedia } from '../capabilities.js'
import { field, isObject, list, text } from '../fields.js'
import { type Picture, plainSpans, type StyleChange, spansAt } from '../picture.js'
import { marks } from './formatting.js'

/** Reads a call of the Bot API as Telegram shows it. */
export function show(payload: object): Picture {
  const { method, body } = payload as { method?: unknown; body?: unknown }
  const media = mediaOf(body)
  const words = media ? field(body, 'caption') : field(body, 'text')
  const entities = field(body, media ? 'caption_entities' : 'entities')
  const rows = list(field(field(body, 'reply_markup'), 'inline_keyboard')).flatMap(list)
  const buttons = rows.map((button) => ({
    id: text(field(button, 'callback_data')),
    title: text(field(button, 'text')),
  }))
  return {
    ...(media && { media }),
    ...styled(text(words), entities),
    ...(showsLink(method, body) && { showsLink: true }),
    ...(buttons.length > 0 && { buttons: { shape: 'rows', of: buttons } }),
    ...(!media && words === undefined && { isPartial: true }),
  }
}

/** Files by the fields that have their addresses. */
const mediaFields = { photo: 'image', video: 'video', audio: 'audio', document: 'document' } as const satisfies Record<
  string,
  SentMedia
>

function mediaOf(body: unknown): Picture['media'] {
  const found = Object.entries(mediaFields).find(([name]) => typeof field(body, name) === 'string')
  return found && { kind: found[1], url: text(field(body, found[0])) }
}

function styled(words: string, entities: unknown): Pick<Picture, 'text'> {
  const changes = list(entities).flatMap((entity): StyleChange[] => {
    const { type, offset, length } = isObject(entity) ? entity : {}
    if (typeof offset !== 'number' || typeof length !== 'number' || !isStyle(type)) return []
    return [
      { at: offset, style: type, isBegin: true },
      { at: offset + length, style: type, isBegin: false },
    ]
  })
  return changes.length > 0 ? { text: spansAt(words, changes) } : plainSpans(words)
}

const isStyle = (type: unknown): type is keyof typeof marks => typeof type === 'string' && Object.hasOwn(marks, type)

function showsLink(method: unknown, body: unknown): boolean {
  return (
    method === 'sendMessage' &&
    field(field(body, 'link_preview_options'), 'is_disabled') !== true &&
    /https?:\/\//i.test(text(field(body, 'text')))
  )
}
