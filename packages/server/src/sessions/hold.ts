import type { Hold, SessionRow } from '@colloquy/storage'

/** Returns who speaks in a conversation in place of its bot; undefined if the bot does. */
export const holdOf = ({ held }: Pick<SessionRow, 'held'>): Hold | undefined =>
  held === null ? undefined : JSON.parse(held)

/** Thrown in place of anything that the bot would say or do in a conversation in which somebody else speaks. */
export class HeldConversation extends Error {}

/** Thrown when somebody gives a conversation back to its bot, which speaks in it already. */
export class BotSpeaks extends Error {}

/** Thrown when the wait for a person is over, because somebody has come or is waited for again. */
export class SomebodySpeaks extends Error {}

/** Throws a `HeldConversation` unless the bot speaks in the conversation. */
export function checkBotSpeaks({ held }: Pick<SessionRow, 'held'>): void {
  if (held !== null) throw new HeldConversation('Somebody other than the bot speaks in this conversation')
}
