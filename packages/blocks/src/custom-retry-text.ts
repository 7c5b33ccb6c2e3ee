import type { BlockContext } from '@colloquy/engine'

/** What the author wants to be said after a reply that was rejected. */
export function customRetryText(
  block: { options?: { retryMessageContent?: string } },
  context: BlockContext,
): string | undefined {
  return context.expand(block.options?.retryMessageContent) || undefined
}
