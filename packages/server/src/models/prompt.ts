import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider'
import type { ModelMessage, ModelPart } from '@colloquy/flow/integrations'
import type { ImageCheck } from './image-checks.js'

const opening: LanguageModelV3Message = {
  role: 'user',
  content: [{ type: 'text', text: '(The conversation begins.)' }],
}

type UserPart = Extract<LanguageModelV3Message, { role: 'user' }>['content'][number]

/** Maximum number of images in one call; further ones stay text. */
const maxImages = 20

/**
 * Converts messages into the format of the provider packages. `look` returns the kind of content at an address. `startsWithUser`: the
 * service requires a user message before the first one of the model.
 */
export async function promptOf(
  messages: readonly ModelMessage[],
  look: (url: string) => Promise<ImageCheck>,
  { startsWithUser = false } = {},
): Promise<LanguageModelV3Prompt> {
  let images = 0
  const partOf = async (part: ModelPart): Promise<UserPart> => {
    if (part.type === 'text') return part
    const found: ImageCheck = images++ < maxImages ? await look(part.url) : { kind: 'other' }
    switch (found.kind) {
      case 'image':
        return { type: 'file', mediaType: 'image/*', data: new URL(part.url) }
      case 'bytes':
        return { type: 'file', mediaType: found.type, data: found.content }
      case 'other':
        return { type: 'text', text: part.url }
    }
  }
  const prompt: LanguageModelV3Message[] = []
  const first = messages.find(({ role }) => role !== 'system')
  let isOpened = !startsWithUser || first?.role !== 'assistant'
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.text })
        break
      case 'user': {
        const content: UserPart[] = []
        for (const part of message.parts) content.push(await partOf(part))
        prompt.push({ role: 'user', content })
        break
      }
      case 'assistant':
        if (!isOpened) prompt.push(opening)
        isOpened = true
        prompt.push({
          role: 'assistant',
          content: [
            ...(message.text === '' ? [] : [{ type: 'text', text: message.text } as const]),
            ...(message.toolCalls ?? []).map(
              ({ id, name, input }) =>
                ({ type: 'tool-call', toolCallId: id, toolName: name, input: objectOf(input) }) as const,
            ),
          ],
        })
        break
      case 'tool':
        prompt.push({
          role: 'tool',
          content: message.results.map(({ id, name, text }) => ({
            type: 'tool-result',
            toolCallId: id,
            toolName: name,
            output: { type: 'text', value: text },
          })),
        })
    }
  }
  return prompt
}

/** Parses the arguments of a tool call; providers expect an object, even if the model's JSON was malformed. */
function objectOf(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
