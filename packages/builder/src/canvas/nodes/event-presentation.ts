import { Flag, MessageCircleReply, MessageCircleWarning, SquareTerminal } from 'lucide-react'
import { t } from '../../i18n/i18n.js'

/** Names and icons of the events that begin a flow or a branch of it. */
export const eventPresentation = {
  start: { label: t('Start'), icon: Flag },
  command: { label: t('Command'), icon: SquareTerminal },
  reply: { label: t('Any reply'), icon: MessageCircleReply },
  invalidReply: { label: t('Invalid reply'), icon: MessageCircleWarning },
} as const
