import { type MessagingSettings, startWords } from './start-words.js'

export interface MessagingFacts {
  /** Whether it is told to somebody who can do what is missing. */
  mayEdit: boolean
  /** Whether the plan of the workspace has messaging. */
  isAllowed: boolean
  hasNumber: boolean
  isArchived: boolean
  isClosed: boolean
  draft: MessagingSettings | undefined
  /** Of what is published; null when nothing is. */
  live: MessagingSettings | undefined | null
}

export interface MessagingState {
  tag: string
  look: 'tag' | 'tag good' | 'tag warning'
  text: string
}

/** Whether the bot answers messages, in words; and what is missing until it does. */
export function messagingState({
  mayEdit,
  isAllowed,
  hasNumber,
  isArchived,
  isClosed,
  draft,
  live,
}: MessagingFacts): MessagingState {
  const isWanted = draft?.isEnabled === true
  if (!isAllowed) return off('The plan of this workspace has no messaging: who runs this service can change it.')
  if (!hasNumber) return off(mayEdit ? 'It has no number yet: choose the one that it answers on.' : 'It has no number.')
  if (live?.isEnabled !== true) {
    if (!isWanted)
      return off(
        mayEdit ? 'It has a number. Switch it on, and publish.' : 'It has a number, and does not answer there.',
      )
    const why = live === null ? 'Nothing is published yet' : 'The published version does not answer messages yet'
    return { tag: 'Not yet', look: 'tag warning', text: mayEdit ? `${why}: publish.` : `${why}.` }
  }
  if (isArchived) return off('The bot is archived: nobody can begin a chat.')
  if (isClosed) return { tag: 'Closed', look: 'tag warning', text: 'The bot is closed: nobody can begin a chat.' }
  const answers = `It answers ${startWords(live.startCondition)}.`
  if (!isWanted)
    return {
      tag: 'On',
      look: 'tag warning',
      text: `${answers} The draft has it switched off${mayEdit ? ': publish to have that' : ''}.`,
    }
  const isSame = JSON.stringify(told(draft)) === JSON.stringify(told(live))
  return isSame
    ? { tag: 'On', look: 'tag good', text: answers }
    : {
        tag: 'On',
        look: 'tag good',
        text: `${answers} What was changed here since then begins with the next publishing.`,
      }
}

const off = (text: string): MessagingState => ({ tag: 'Off', look: 'tag', text })

const told = ({ startCondition, sessionExpiryTimeout }: MessagingSettings) => [
  startWords(startCondition),
  sessionExpiryTimeout,
]
