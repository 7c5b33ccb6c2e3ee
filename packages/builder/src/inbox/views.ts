import { AlarmClock, AtSign, Bot, CheckCheck, Hourglass, Inbox, MessagesSquare, Radio, UserRound } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import type { Conversation } from './conversation.js'

/** Lists of conversations, in their order. */
export const views = [
  { id: 'mine', label: t('Mine'), icon: UserRound },
  { id: 'mentioned', label: t('Mentions'), icon: AtSign },
  { id: 'unassigned', label: t('Unassigned'), icon: Inbox },
  { id: 'open', label: t('All open'), icon: MessagesSquare },
  { id: 'answered', label: t('Waiting for the visitor'), icon: Hourglass },
  { id: 'snoozed', label: t('Snoozed'), icon: AlarmClock },
  { id: 'resolved', label: t('Resolved'), icon: CheckCheck },
  { id: 'live', label: t('With the bot (live)'), icon: Radio },
  { id: 'returned', label: t('Back with the bot'), icon: Bot },
] as const

export type View = (typeof views)[number]['id']

export const viewNamed = (id: string): View | undefined => views.find((view) => view.id === id)?.id

/** Conditions of the views, the same as those of the service. */
export const lists: Readonly<Record<View, (conversation: Conversation, userId: string) => boolean>> = {
  mine: ({ state, assigneeId }, userId) => state === 'open' && assigneeId === userId,
  // A conversation does not say whom its notes mention: the next request does.
  mentioned: () => false,
  unassigned: ({ state, assigneeId }) => state === 'open' && assigneeId === null,
  open: ({ state }) => state === 'open',
  answered: ({ state, waitingSince }) => state === 'open' && waitingSince === null,
  snoozed: ({ state }) => state === 'snoozed',
  resolved: ({ state }) => state === 'resolved',
  // A conversation that was given back runs with the bot; all others come by the next request.
  live: ({ state }) => state === 'returned' || state === 'bot',
  returned: ({ state }) => state === 'returned',
}
