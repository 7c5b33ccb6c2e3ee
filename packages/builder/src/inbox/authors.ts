import { t } from '../i18n/i18n.js'
import type { ConversationEntry } from './conversation.js'

/** Says who answers outside of the inbox: `who` as of a holder that is elsewhere. */
export const answersElsewhere = (who: string | null): string =>
  who === 'phone' ? t('The owner answers on the phone') : t('Another system answers')

/** Name of the one who wrote a message. `elsewhere`: the one who has answered last outside of the inbox, as of a holder. */
export function authorOf({ kind, authorId, name }: ConversationEntry, elsewhere: string | null): string {
  if (kind === 'visitor') return t('Visitor')
  if (kind === 'note') return t('{name}, note', { name: name ?? (authorId === null ? t('Bot') : t('A person')) })
  if (authorId !== null || name !== null) return name ?? t('A person')
  return elsewhere === 'phone' ? t('Answered on the phone') : t('Another system')
}

/** Says who speaks from an event on. */
export function eventText({ to, name, authorId }: ConversationEntry): string {
  if (to === 'person') return name ? t('{name} answers', { name }) : t('A person answers')
  if (to === 'queue') return t('Waiting for a person')
  if (to === 'elsewhere') return answersElsewhere(authorId)
  if (to === 'resolved') return name ? t('{name} resolved the conversation', { name }) : t('Resolved')
  if (to === 'closed') return t('The conversation ended')
  return name ? t('{name} gave the conversation back to the bot', { name }) : t('The bot answers again')
}
