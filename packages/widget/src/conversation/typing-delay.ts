import type { Message, Settings } from './wire.js'

/** Time in milliseconds for which a bot appears to type before a message. */
export function typingDelay(message: Message, settings: Settings['typingEmulation'], isFirst: boolean): number {
  const { enabled = true, speed = 400, maxDelay = 3, isDisabledOnFirstMessage = true } = settings ?? {}
  if (!enabled || (isFirst && isDisabledOnFirstMessage)) return 0
  if (message.type !== 'text') return 300
  const text = message.content.plainText
  const words = text.match(/\w+/g)?.length ?? text.length
  return Math.min(speed > 0 ? (words / speed) * 60_000 : 0, maxDelay * 1000)
}

/** The pause between two messages, in milliseconds. */
export const pauseBetween = (settings: Settings['typingEmulation']): number =>
  (settings?.delayBetweenBubbles ?? 0) * 1000
