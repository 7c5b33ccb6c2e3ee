import { ApiError } from '@colloquy/api'
import { startError } from '@colloquy/engine'
import type { BotRow } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Service } from '../service.js'
import type { StartRequest } from '../turns/start-turn.js'
import { previewAccount, previewCredentials } from './account-of.js'
import { askForPhone } from './confirm-phones.js'
import { inboxRow } from './inbox-entry.js'

const hour = 3_600_000
const day = 24 * hour

interface Started {
  message: string
  sent: 'conversation' | 'template' | 'nothing'
  /** Present if the phone has to confirm first that it belongs to the caller. */
  confirm?: { code: string; number: string | null; expiresAt: string }
}

/**
 * Shows a draft on a phone that the caller has confirmed: otherwise authors could write to anybody at the expense of the operator.
 * Messaging apps let a business write first only with an approved template: a phone that has not written within the app's reply window gets that, and the
 * flow begins with the answer.
 */
export async function startPhonePreview(
  service: Service,
  preview: { bot: BotRow; userId: string; to: string; startFrom: StartRequest['body']['startFrom']; publicUrl: string },
): Promise<Started> {
  const { bot, userId, to, startFrom, publicUrl } = preview
  const { messaging } = service.storage
  const account = previewAccount(service, bot.workspaceId)
  const settings = service.config.preview
  if (!account || !settings) throw new ApiError('messaging_preview_not_configured')
  const turnError = startError(service.compiledFlows.draft(bot), startFrom)
  if (turnError) throw new ApiError(turnError.refused.code)
  if (!(await service.storage.previewPhones.isConfirmed(userId, to))) {
    const { code, expiresAt } = await askForPhone(service, { userId, phone: to })
    const confirm = { code, number: settings.shownAddress ?? null, expiresAt: timestamp(expiresAt) }
    return {
      message: `Write ${code} from the phone to the number of previews, then try again.`,
      sent: 'nothing',
      confirm,
    }
  }
  const now = service.now()
  const max = service.config.limits.phonePreviewsPerDay
  if (!(await service.storage.previewPhones.take(bot.workspaceId, Math.floor(now / day), max)))
    throw new LimitExceeded('phonePreviewsPerDay', { retryAfter: Math.ceil((day - (now % day)) / 1_000) })
  const key = { workspaceId: bot.workspaceId, credentialsId: previewCredentials, sender: to }
  const known = await messaging.ownerOf(previewCredentials, to)
  const { replyWindowHours = Number.POSITIVE_INFINITY } = account.channel.capabilities
  const isOpen = (known?.lastMessageAt ?? 0) > now - replyWindowHours * hour
  if (!isOpen) {
    const outcome = await service.ports.messaging.open(account, to, settings.opening)
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
