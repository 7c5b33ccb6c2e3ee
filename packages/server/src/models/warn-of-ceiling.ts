import { roleCan } from '@colloquy/permissions'
import { quoted } from '../mail/quoted.js'
import { sendMail } from '../mail/send-mail.js'
import type { Service } from '../service.js'
import { amount, type NearCeiling, periods } from './model-budget.js'

/** Emails the admins of a workspace that a budget for language models is nearly used up. Does nothing without a mail server. */
export async function warnOfCeiling(
  service: Pick<Service, 'config' | 'ports' | 'storage'>,
  near: NearCeiling,
): Promise<void> {
  const { config, storage } = service
  if (!config.mailAccount?.from) return
  const { workspaceId, botId, level, ceiling, used, max } = near
  const { currency } = config.modelPrices ?? {}
  const name = await nameOf(service, near)
  if (name === undefined) return
  const page = level === 'bot' ? `bots/${botId}/settings` : `workspaces/${workspaceId}/usage`
  const text = [
    `${name} has used ${amount(ceiling, used, currency)} of the ${amount(ceiling, max, currency)} ${periods[ceiling]} that it may use on language models.`,
    'At the ceiling, its AI blocks leave by the exit "Over budget", or else continue without an answer.',
    ...(config.publicUrl === undefined ? [] : [`${config.publicUrl}/${page}`]),
  ]
  const subject = `${name} has used 80 % of its budget for language models`
  const members = await storage.members.list(workspaceId)
  for (const { role, user } of members) {
    if (roleCan(role, 'workspace.manage') && user.email !== null)
      await sendMail(service, { to: user.email, subject, text: text.join('\n\n') })
  }
}

async function nameOf({ storage }: Pick<Service, 'storage'>, { workspaceId, botId, level }: NearCeiling) {
  const found = level === 'bot' ? await storage.bots.findSummary(botId) : await storage.workspaces.get(workspaceId)
  return found && `The ${level} ${quoted(found.name)}`
}
