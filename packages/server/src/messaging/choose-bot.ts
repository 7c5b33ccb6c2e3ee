import { meetsStartCondition } from '@colloquy/engine'
import type { CorrespondentKey, StartableBot } from '@colloquy/storage'
import type { Service } from '../service.js'
import { botsOfNumber } from './bots-of-number.js'

/** The bot that a first message begins a chat with: the oldest whose condition it meets, else the oldest that has none. */
export async function chooseBot(
  service: Service,
  key: Pick<CorrespondentKey, 'workspaceId' | 'credentialsId'>,
  text: string,
): Promise<StartableBot | undefined> {
  let unconditional: StartableBot | undefined
  for await (const { bot, messaging } of botsOfNumber(service, key)) {
    const { isEnabled, startCondition } = messaging
    if (!isEnabled) continue
    if (!startCondition?.comparisons.length) unconditional ??= bot
    else if (meetsStartCondition(startCondition, text)) return bot
  }
  return unconditional
}
