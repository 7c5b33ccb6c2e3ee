import { meetsStartCondition, type Program } from '@colloquy/engine'
import type { CorrespondentKey, StartableBot } from '@colloquy/storage'
import type { Service } from '../service.js'

/** The bot that a first message begins a chat with: the oldest whose condition it meets, else the oldest that has none. */
export async function chooseBot(
  service: Service,
  { workspaceId, credentialsId }: Pick<CorrespondentKey, 'workspaceId' | 'credentialsId'>,
  text: string,
): Promise<StartableBot | undefined> {
  let unconditional: StartableBot | undefined
  for (const bot of await service.storage.bots.listOfMessaging(workspaceId, credentialsId)) {
    const program = await service.programs.release(bot.publishedReleaseId ?? '')
    const { isEnabled, startCondition } = messagingSettings(program)
    if (!isEnabled) continue
    if (!startCondition?.comparisons.length) unconditional ??= bot
    else if (meetsStartCondition(startCondition, text)) return bot
  }
  return unconditional
}

export function messagingSettings(program: Program | undefined) {
  return program?.settings.messaging ?? {}
}
