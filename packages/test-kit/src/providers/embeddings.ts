import { modelKey } from './chat-completions.js'
import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'

/**
 * A service with OpenAI's embeddings API. Texts are close to each other if they share words, or words that `synonyms` lists in one group:
 * its vectors are computed, so the same text always has the same vector.
 */
export async function embeddingStandIn({ synonyms = [] }: { synonyms?: readonly string[] } = {}) {
  const meanings = meaningsOf(synonyms)
  return standIn((request) => answer(request, meanings))
}

function answer(
  { method, path, headers, json }: ReceivedRequest,
  meanings: ReadonlyMap<string, string>,
): StandInResponse {
  if (headers.authorization !== `Bearer ${modelKey}`) return errorResponse(401, 'Incorrect API key provided')
  if (method !== 'POST' || !path.endsWith('/embeddings')) return errorResponse(404, 'Unknown path')
  const texts: unknown = typeof json?.input === 'string' ? [json.input] : json?.input
  if (typeof json?.model !== 'string' || !Array.isArray(texts) || texts.length === 0)
    return errorResponse(400, 'model and input are required')
  if (texts.some((text) => typeof text !== 'string' || text === '' || text.length > 2_000))
    return errorResponse(400, 'This model takes inputs of 1 to 2000 characters')
  const data = (texts as string[]).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: embeddingOf(text, meanings),
  }))
  // The order is not guaranteed.
  const tokens = Math.ceil((texts as string[]).join(' ').length / 4)
  return {
    json: {
      object: 'list',
      model: json.model,
      data: data.reverse(),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
  }
}

const length = 256

function meaningsOf(synonyms: readonly string[]): Map<string, string> {
  const meanings = new Map<string, string>()
  for (const group of synonyms) for (const word of group.split(' ')) meanings.set(word, `meaning ${group}`)
  return meanings
}

function embeddingOf(text: string, meanings: ReadonlyMap<string, string>): number[] {
  const vector = new Array<number>(length).fill(0)
  // As with real models, unrelated texts are not orthogonal.
  vector[0] = 1
  for (const word of new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])) {
    if (word.length < 3 || common.has(word)) continue
    let state = hashOf(meanings.get(word) ?? word.slice(0, 5))
    for (let part = 0; part < 6; part++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      vector[1 + (state % (length - 1))]! += state & 0x8000 ? 1 : -1
    }
  }
  return vector
}

/** Words that reveal nothing about a subject. */
const common = new Set(
  'the and are for can you your what who when where how will with from that this has have not its like there'.split(
    ' ',
  ),
)

function hashOf(word: string): number {
  let hash = 2_166_136_261
  for (const letter of word) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0
  return hash
}

const errorResponse = (status: number, message: string): StandInResponse => ({ status, json: { error: { message } } })
