import { ApiError } from '@colloquy/api'
import { startError } from '@colloquy/engine'
import type { BotRow } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import type { StartRequest } from '../turns/start-turn.js'
import { previewAccount, previewCredentials } from './account-of.js'
import { inboxRow } from './inbox-entry.js'

const day = 86_400_000

/**
 * Shows a draft on a phone. Messaging apps let a business write first only with an approved template: a phone that has not written within a
 * day gets that, and the flow begins with the answer.
 */
export async function startPhonePreview(
  service: Service,
  preview: { bot: BotRow; userId: string; to: string; startFrom: StartRequest['body']['startFrom']; publicUrl: string },
): Promise<{ message: string; sent: 'conversation' | 'template' }> {
  const { bot, userId, to, startFrom, publicUrl } = preview
  const { messaging } = service.storage
  const account = previewAccount(service)
  const settings = service.config.messaging.preview
  if (!account || !settings) throw new ApiError('messaging_preview_not_configured')
  const refusal = startError(service.compiledFlows.draft(bot), startFrom)
  if (refusal) throw new ApiError(refusal.refused.code)
  const now = service.now()
  const key = { workspaceId: bot.workspaceId, credentialsId: previewCredentials, sender: to }
  const known = await messaging.ownerOf(previewCredentials, to)
  const isOpen = (known?.lastMessageAt ?? 0) > now - day
  if (!isOpen) {
    const template = { name: settings.template, language: settings.templateLanguage }
    const outcome = await service.ports.messaging.sendTemplate(
      { ...account, workspaceId: bot.workspaceId },
      to,
      template,
    )
    if (outcome.kind !== 'sent') throw new ApiError('message_not_sent', { message: outcome.reason })
  }
  const entry = { preview: { botId: bot.id, userId, startFrom }, publicUrl }
  // Sorts before anything that the phone sends, by any clock.
  const row = inboxRow(key, entry, { callId: newId(), receivedAt: now, sentAt: 0, ...(!isOpen && { dueAt: null }) })
  await messaging.takeOver(row)
  if (isOpen) service.inbox.attend(key)
  return isOpen
    ? { message: 'The flow begins on the phone.', sent: 'conversation' }
    : { message: 'The phone was sent a first message: the flow begins once it is answered.', sent: 'template' }
}
