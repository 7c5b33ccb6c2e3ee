export type StreamPart = { kind: 'text'; text: string } | { kind: 'failed'; message: string }

/** Reads the line protocol of model streams: `0:"text"`, `3:"error"`; lines about tools and steps are passed over. */
export async function* readStream(response: Response): AsyncGenerator<StreamPart> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    const lines = (rest + value).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    for (const line of lines) {
      const part = partOf(line)
      if (part) yield part
    }
    if (done) return
  }
}

function partOf(line: string): StreamPart | undefined {
  const code = line.slice(0, 2)
  if (code !== '0:' && code !== '3:') return undefined
  try {
    const value = JSON.parse(line.slice(2))
    if (code === '0:') return { kind: 'text', text: String(value) }
    return { kind: 'failed', message: messageOf(String(value)) }
  } catch {
    return undefined
  }
}

/** Errors are a log as JSON inside of a JSON string. */
function messageOf(text: string): string {
  try {
    const { description, message } = JSON.parse(text)
    return description ?? message ?? text
  } catch {
    return text
  }
}
