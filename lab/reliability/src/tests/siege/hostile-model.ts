import type { ServerResponse } from 'node:http'

/** As much as a call may answer. */
const streamBytes = 4_900_000
const pieceMs = 10
const piecesAtOnce = 50

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const delta = (part: object): string => event({ choices: [{ delta: part }] })

/** As many events as fit into an answer. */
function fillStream(eventOf: (number: number) => string): string {
  const events: string[] = []
  for (let bytes = 0, number = 0; bytes < streamBytes; number++) {
    const text = eventOf(number)
    events.push(text)
    bytes += text.length
  }
  return events.join('')
}

const usage = (tokens: number) => ({ prompt_tokens: tokens, completion_tokens: tokens, total_tokens: tokens })

/** Streamed answers of a model that no real one would give. */
export const modelAnswers: Readonly<Record<string, () => string>> = {
  'pieces-of-calls': () => fillStream((index) => delta({ tool_calls: [{ index, id: `${index}` }] })),
  'pieces-of-text': () => fillStream(() => delta({ content: 'x' })),
  'carriage-returns': () => '\r'.repeat(streamBytes),
  'huge-usage': () =>
    [delta({ content: 'Hello' }), event({ choices: [], usage: usage(1e300) }), 'data: [DONE]\n\n'].join(''),
}

/** Streams small pieces until the connection is closed. */
export function streamWithoutEnd(response: ServerResponse): void {
  const pieces = delta({ content: 'x' }).repeat(piecesAtOnce)
  const streaming = setInterval(() => response.write(pieces), pieceMs)
  response.once('close', () => clearInterval(streaming))
}
