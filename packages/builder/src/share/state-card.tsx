import { useQueryClient } from '@tanstack/react-query'
import { useStudio } from '../bot/studio.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { request } from '../service/request.js'

interface StateCardProps {
  isArchived: boolean
  isClosed: boolean
  isPublished: boolean
}

/** Whether visitors can begin chats, and how to change that. */
export function StateCard({ isArchived, isClosed, isPublished }: StateCardProps) {
  const { bot, isReadOnly } = useStudio()
  const queries = useQueryClient()
  const { attempt, isBusy, error } = useAttempt()
  const change = (work: () => Promise<unknown>) => () =>
    attempt(async () => {
      await work()
      await Promise.all(
        ['bot', 'published', 'releases'].map((key) => queries.invalidateQueries({ queryKey: [key, bot.id] })),
      )
    })
  const setClosed = (next: boolean) =>
    change(() => request<'updateBot'>('PATCH', `bots/${bot.id}`, { bot: { isClosed: next } }))
  const canClose = isPublished && !isArchived && !isReadOnly
  const state = isArchived ? 'archived' : !isPublished ? 'unpublished' : isClosed ? 'closed' : 'open'
  return (
    <section className="card">
      <div className="row wrap">
        <div className="grow share-state">
          <h2>
            {words[state].title} <span className={words[state].look}>{words[state].tag}</span>
          </h2>
          <p className="soft">{(isReadOnly && forReaders[state]) || words[state].text}</p>
        </div>
        {isArchived && !isReadOnly && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={change(() => request<'restoreBot'>('POST', `bots/${bot.id}/restore`))}
          >
            Restore it
          </button>
        )}
        {canClose && (
          <button type="button" className="button" disabled={isBusy} onClick={setClosed(!isClosed)}>
            {isClosed ? 'Open it again' : 'Close it'}
          </button>
        )}
        {canClose && (
          <button
            type="button"
            className="button danger"
            disabled={isBusy}
            onClick={change(() => request<'unpublishBot'>('POST', `bots/${bot.id}/unpublish`))}
          >
            Unpublish
          </button>
        )}
      </div>
      <ErrorNotice error={error} />
    </section>
  )
}

const words = {
  open: {
    title: 'Answers are taken',
    tag: 'Live',
    look: 'tag good',
    text: 'Closing it keeps the page and says that it is closed; chats that are going on end as they would.',
  },
  closed: {
    title: 'No new answers',
    tag: 'Closed',
    look: 'tag warning',
    text: 'Whoever comes is told that the bot is closed.',
  },
  archived: {
    title: 'Put away',
    tag: 'Archived',
    look: 'tag',
    text: 'Its page is not there, and no new chats begin. All that was answered is kept.',
  },
  unpublished: {
    title: 'Not to be found',
    tag: 'Unpublished',
    look: 'tag',
    text: 'Publish it, and its address works again.',
  },
} as const

/** In place of what one could do. */
const forReaders: Partial<Record<keyof typeof words, string>> = {
  open: 'Whoever has the address can begin a chat.',
  unpublished: 'Its address works again when somebody publishes it.',
}
