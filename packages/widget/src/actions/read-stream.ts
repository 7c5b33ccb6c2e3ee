import type { StreamEvent } from '@colloquy/chat'

/** The events of a streamed text as they arrive. */
export async function* readStream({ body }: Response): AsyncGenerator<StreamEvent> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6))
    }
  } finally {
    await reader.cancel()
  }
}
