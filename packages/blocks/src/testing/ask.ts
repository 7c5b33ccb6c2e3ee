import type { Input } from '@colloquy/chat'
import type { AnyRuntime, BlockContext, Effectful, ParsedReply } from '@colloquy/engine'
import { fakeContext } from './fake-context.js'

/** Result of a reply to an input block: the stored value, or the reason why it was rejected. */
export function answer(
  runtime: AnyRuntime,
  block: { options?: object; items?: object[]; outgoingEdgeId?: string },
  text: string,
  context: BlockContext = fakeContext(),
): string {
  const parsed = parse(runtime, block, text, context)
  return parsed.kind === 'accepted' ? parsed.content : `(${parsed.kind})`
}

/** The complete result of parsing a text with an input block. */
export function parse(
  runtime: AnyRuntime,
  block: { options?: object; items?: object[]; outgoingEdgeId?: string },
  text: string | undefined,
  context: BlockContext = fakeContext(),
): ParsedReply {
  const reply = text === undefined ? undefined : { type: 'text' as const, text }
  return withoutEffects(runtime.parse!({ id: 'block', type: runtime.type, ...block } as never, reply, context))
}

/** Returns a function that orders answers to an input block. */
export function measured(
  runtime: AnyRuntime,
  options: object = {},
  context: BlockContext = fakeContext(),
): (text: string) => number | undefined {
  return (text) => runtime.measure!({ id: 'block', type: runtime.type, options } as never, text, context)
}

/** An input as the client receives it; only for inputs that need no I/O. */
export function shownInput(runtime: AnyRuntime, block: unknown, context: BlockContext): Input {
  return withoutEffects(runtime.input!(block as never, context))
}

/** The result of a method that requests no effects. */
export function withoutEffects<T extends object>(running: T | Effectful<T>): T {
  if (!('next' in running)) return running
  const step = running.next()
  if (!step.done) throw new Error('This needs I/O: hold a conversation instead.')
  return step.value
}
