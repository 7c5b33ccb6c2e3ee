import { get } from '../calls.js'
import type { ListItem, RemoteList } from '../define.js'
import { at, listAt, textAt } from '../read.js'

/** Models that are not for conversations. */
const otherModels = /embed|whisper|tts|transcribe|speech|dall-e|image|moderation|rerank|realtime|audio|sora|ocr/i

/** The list of chat models, newest first if the service reports their dates. */
export const modelList = ({ path = ['models'], headers, isShown = () => true }: ModelListOptions = {}) => ({
  models: {
    call: ({ baseUrl }) => get(path, { ...(headers && { headers }), ...givenBase(baseUrl) }),
    read: (body) => readModels(body, (model, id) => !otherModels.test(id) && isShown(model)),
  } satisfies RemoteList,
})

interface ModelListOptions {
  path?: readonly string[]
  headers?: Readonly<Record<string, string>>
  isShown?: (model: unknown) => boolean
}

/** Models in a response: in its list `data`, or the response itself if it is a list. */
export function readModels(body: unknown, isShown: (model: unknown, id: string) => boolean): ListItem[] {
  const found = [...(Array.isArray(body) ? listAt(body) : listAt(body, 'data'))].sort(
    (a, b) => createdAt(b) - createdAt(a),
  )
  return found.flatMap((model) => {
    const value = textAt(model, 'id')
    if (value === undefined || !isShown(model, value)) return []
    return [{ value, label: textAt(model, 'name') ?? textAt(model, 'display_name') ?? value }]
  })
}

const createdAt = (model: unknown): number => {
  const created = at(model, 'created')
  return typeof created === 'number' ? created : Date.parse(textAt(model, 'created_at') ?? '') || 0
}

export const givenBase = (baseUrl: unknown) => (typeof baseUrl === 'string' && baseUrl !== '' ? { baseUrl } : {})
