import type { BlockContext } from '@colloquy/engine'

/** The author's text after an invalid reply. */
export function customRetryText(
  block: { options?: { retryMessageContent?: string } },
  context: BlockContext,
): string | undefined {
  return context.expand(block.options?.retryMessageContent) || undefined
}
