import { type BotDocument, findBlock } from '@colloquy/flow/operations'
import { MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { entryOf } from '../catalogue/block-catalogue.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor, useDocument, useView } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { useWantedFocus } from '../forms/use-wanted-focus.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { MentionField } from './mention-field.js'
import { withReferences } from './mentions.js'
import { ThreadView } from './thread-view.js'
import { useMentionable } from './use-mentionable.js'
import { useReading } from './use-reading.js'
import { isOpen, type Thread, useThreads } from './use-threads.js'
import './comments.css'

interface Location {
  groupId: string
  blockId: string | null
}

/** Comments on the selection, a form to add one, and other open comments. */
export default function CommentsPanel() {
  const editor = useBotEditor()
  const { isHere, isPending } = useMembership()
  const form = useWantedFocus({ isReady: !isPending })
  const threads = useThreads()
  const unread = useReading()
  const [isAll, setAll] = useState(false)
  const blockId = useView((view) => view.blockId)
  const nodeIds = useView((view) => view.nodeIds)
  const groupId = useDocument((document) =>
    blockId === undefined
      ? document.groups.find(({ id }) => nodeIds.size === 1 && nodeIds.has(id))?.id
      : findBlock(document, blockId)?.group.id,
  )
  const location = groupId === undefined ? undefined : { groupId, blockId: blockId ?? null }
  const document = useDocument((it) => it)
  const isAbout = ({ first }: Thread) =>
    location !== undefined && (first.blockId ?? first.groupId) === (location.blockId ?? location.groupId)
  const seen = threads.filter((thread) => isAll || isOpen(thread))
  const here = seen.filter(isAbout)
  const others = seen.filter((thread) => !isAbout(thread))
  const resolved = threads.filter((thread) => !isOpen(thread)).length
  const show = ({ first }: Thread) => {
    editor.show({ nodeId: first.groupId, ...(first.blockId !== null && { blockId: first.blockId }) })
    editor.view.set({ panel: 'comments' })
  }
  return (
    <div className="side-body comments" ref={form}>
      {location ? (
        <section className="stack" aria-label={t('About {name}', { name: nameOf(document, location) })}>
          <h3 className="cut">{t('About {name}', { name: nameOf(document, location) })}</h3>
          {here.map((thread) => (
            <ThreadView key={thread.first.id} thread={thread} unread={unread} />
          ))}
          {isHere && <CommentForm key={`${location.groupId} ${location.blockId}`} location={location} />}
        </section>
      ) : (
        <div className="empty">
          <MessageSquareText size={28} aria-hidden />
          <p>{t('Choose a group or a block to say something about it.')}</p>
        </div>
      )}
      {others.length > 0 && (
        <section className="stack" aria-label={t('Elsewhere')}>
          <h3>{t('Elsewhere')}</h3>
          {others.map((thread) => (
            <ThreadView
              key={thread.first.id}
              thread={thread}
              unread={unread}
              name={nameOf(document, thread.first)}
              onShow={isThere(document, thread.first) ? () => show(thread) : undefined}
            />
          ))}
        </section>
      )}
      {resolved > 0 && (
        <button type="button" className="button plain small" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? t('Hide resolved ({resolved})', { resolved }) : t('Show resolved ({resolved})', { resolved })}
        </button>
      )}
    </div>
  )
}

function CommentForm({ location }: { location: Location }) {
  const { bot, presence } = useBotEditor()
  const id = useId()
  const people = useMentionable()
  const [text, setText] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const send = () =>
    attempt(async () => {
      await api.addComment({ botId: bot.id, ...location, text: withReferences(text, people) })
      setText('')
      presence.notifyOfComments()
    })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="stack">
        <label htmlFor={id} className="field-label">
          {t('Comment')}
        </label>
        <MentionField
          id={id}
          people={people}
          isLong
          value={text}
          onChange={setText}
          onSubmit={() => text.trim() !== '' && void send()}
        />
        <p className="faint" id={`${id}-hint`}>
          {t('Type @ to mention somebody.')}
        </p>
      </div>
      <ErrorNotice error={error} />
      <button type="submit" className="button" disabled={isBusy || text.trim() === ''}>
        {t('Comment')}
      </button>
    </form>
  )
}

const isThere = ({ groups }: BotDocument, { groupId }: Location) => groups.some(({ id }) => id === groupId)

function nameOf(document: BotDocument, { groupId, blockId }: Location): string {
  const found = blockId === null ? undefined : findBlock(document, blockId)
  const title = (found?.group ?? document.groups.find(({ id }) => id === groupId))?.title
  if (title === undefined) return t('a group that is gone')
  const group = title || t('Untitled')
  if (blockId === null) return group
  return found
    ? t('{label} in {group}', { label: entryOf(found.block).label, group })
    : t('a block that is gone, in {group}', { group })
}
