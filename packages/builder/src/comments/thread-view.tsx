import { Check, RotateCcw, Trash2 } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { MentionField } from './mention-field.js'
import { partsOf, withReferences } from './mentions.js'
import { useMentionable } from './use-mentionable.js'
import { type Comment, isOpen, type Thread, useMyId } from './use-threads.js'

interface ThreadViewProps {
  thread: Thread
  /** Ids of the comments to mark as new. */
  unread: ReadonlySet<string>
  /** The subject of the thread, unless the surroundings already name it. */
  name?: string
  onShow?: (() => void) | undefined
}

/** A thread: who wrote what and when, a reply form, and the state of the thread. */
export function ThreadView({ thread, unread, name, onShow }: ThreadViewProps) {
  const id = useId()
  const people = useMentionable()
  const { bot, presence } = useBotEditor()
  const { isHere } = useMembership()
  const [answer, setAnswer] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const { first, answers } = thread
  const run = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work()
      presence.notifyOfComments()
    })
  const isResolved = !isOpen(thread)
  const reply = () =>
    run(async () => {
      const body = { groupId: first.groupId, threadId: first.id, text: withReferences(answer, people) }
      await api.addComment({ botId: bot.id, ...body })
      setAnswer('')
    })
  return (
    <article className="thread" data-resolved={isResolved}>
      {name !== undefined &&
        (onShow ? (
          <button type="button" className="button plain small cut" onClick={onShow}>
            {name}
          </button>
        ) : (
          <p className="faint">{name}</p>
        ))}
      {[first, ...answers].map((comment) => (
        <Said
          key={comment.id}
          comment={comment}
          isNew={unread.has(comment.id)}
          onDelete={() => run(() => api.deleteComment({ botId: bot.id, commentId: comment.id }))}
        />
      ))}
      <ErrorNotice error={error} />
      {isHere && (
        <div className="row">
          {!isResolved && (
            <form
              className="row grow"
              onSubmit={(event) => {
                event.preventDefault()
                if (answer.trim() !== '') void reply()
              }}
            >
              <MentionField
                id={id}
                people={people}
                label={t('Answer {author}', { author: authorOf(first) })}
                placeholder={t('Answer')}
                value={answer}
                onChange={setAnswer}
              />
            </form>
          )}
          <button
            type="button"
            className="button small"
            disabled={isBusy}
            onClick={() =>
              run(() => api.updateComment({ botId: bot.id, commentId: first.id, isResolved: !isResolved }))
            }
          >
            {isResolved ? <RotateCcw size={13} aria-hidden /> : <Check size={13} aria-hidden />}
            {isResolved ? t('Take up again') : t('Resolve')}
          </button>
        </div>
      )}
    </article>
  )
}

function Said({ comment, isNew, onDelete }: { comment: Comment; isNew: boolean; onDelete(): void }) {
  const me = useMyId()
  const { author, createdAt } = comment
  return (
    <div className="comment-said">
      <p className="row faint">
        <b className="cut">{authorOf(comment)}</b>
        <time dateTime={createdAt} className="grow">
          {momentOf(createdAt)}
        </time>
        {isNew && <span className="comment-new">{t('New')}</span>}
        {author !== null && author.id === me && (
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Delete the comment')}
            onClick={onDelete}
          >
            <Trash2 size={13} />
          </button>
        )}
      </p>
      <p className="said-text">
        {partsOf(comment).map((part, index) =>
          part.mentioned === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text of a comment does not change
            <Fragment key={index}>{part.text}</Fragment>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text of a comment does not change
            <span key={index} className="mention" data-me={part.mentioned.id === me}>
              @{part.mentioned.name || t('Somebody')}
            </span>
          ),
        )}
      </p>
    </div>
  )
}

const authorOf = ({ author }: Comment): string => author?.name || t('Somebody')
