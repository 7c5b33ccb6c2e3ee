import type { Input } from '@colloquy/chat'
import type { BlockContext, BlockRuntime, ParsedReply } from '@colloquy/engine'
import { fakeContext } from './fake-context.js'

/** What an input block makes of a text: what would be stored, or how it was turned down. */
export function answer(
  runtime: BlockRuntime,
  block: { options?: object; items?: object[]; outgoingEdgeId?: string },
  text: string,
  context: BlockContext = fakeContext(),
): string {
  const parsed = parse(runtime, block, text, context)
  return parsed.kind === 'accepted' ? parsed.content : `(${parsed.kind})`
}

/** All that an input block makes of a text. */
export function parse(
  runtime: BlockRuntime,
  block: { options?: object; items?: object[]; outgoingEdgeId?: string },
  text: string | undefined,
  context: BlockContext = fakeContext(),
): ParsedReply {
  const reply = text === undefined ? undefined : { type: 'text' as const, text }
  return runtime.parse!({ id: 'block', type: runtime.type, ...block } as never, reply, context)
}

/** An input as the client gets it; only for those that need no I/O. */
export function shownInput(runtime: BlockRuntime, block: unknown, context: BlockContext): Input {
  const input = runtime.input!(block as never, context)
  if ('next' in input) throw new Error('This input needs I/O: hold a conversation with it instead.')
  return input
}
