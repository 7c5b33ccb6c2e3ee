import { t } from '../i18n/i18n.js'
import { describeStart, type MessagingSettings } from './describe-start.js'

export interface MessagingFacts {
  /** True if the reader can do what is missing. */
  mayEdit: boolean
  /** True if the plan of the workspace includes messaging. */
  isAllowed: boolean
  hasChannel: boolean
  isArchived: boolean
  isClosed: boolean
  draft: MessagingSettings | undefined
  /** Settings of the published version; null if nothing is published. */
  live: MessagingSettings | undefined | null
}

export interface MessagingState {
  tag: string
  look: 'tag' | 'tag good' | 'tag warning'
  text: string
}

/** Describes whether the bot answers messages, and what is missing until it does. */
export function messagingState({
  mayEdit,
  isAllowed,
  hasChannel,
  isArchived,
  isClosed,
  draft,
  live,
}: MessagingFacts): MessagingState {
  const isWanted = draft?.isEnabled === true
  if (!isAllowed)
    return off(
      t('The plan of this workspace does not include messaging. Ask the operator of this service to change it.'),
    )
  if (!hasChannel)
    return off(mayEdit ? t('It has no channel yet: add the account on which it answers.') : t('It has no channel.'))
  if (live?.isEnabled !== true) {
    if (!isWanted)
      return off(
        mayEdit ? t('It is connected. Switch it on, and publish.') : t('It is connected, and does not answer there.'),
      )
    const why = live === null ? t('Nothing is published yet') : t('The published version does not answer messages yet')
    return { tag: t('Not yet'), look: 'tag warning', text: mayEdit ? t('{why}: publish.', { why }) : `${why}.` }
  }
  if (isArchived) return off(t('The bot is archived: new chats are refused.'))
  if (isClosed) return { tag: t('Closed'), look: 'tag warning', text: t('The bot is closed: new chats are refused.') }
  const answers = t('It answers {startWords}.', { startWords: describeStart(live.startCondition) })
  if (!isWanted)
    return {
      tag: t('On'),
      look: 'tag warning',
      text: mayEdit
        ? t('{answers} The draft has it switched off: publish to apply that.', { answers })
        : t('{answers} The draft has it switched off.', { answers }),
    }
  const isSame = JSON.stringify(told(draft)) === JSON.stringify(told(live))
  return isSame
    ? { tag: t('On'), look: 'tag good', text: answers }
    : {
        tag: t('On'),
        look: 'tag good',
        text: t('{answers} Changes made since then apply once you publish.', { answers }),
      }
}

const off = (text: string): MessagingState => ({ tag: t('Off'), look: 'tag', text })

const told = ({ startCondition, sessionExpiryTimeout, quietSeconds, listButton, idle }: MessagingSettings) => [
  describeStart(startCondition),
  sessionExpiryTimeout,
  quietSeconds,
  listButton,
  idle,
]
