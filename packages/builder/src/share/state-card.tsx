import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import UnpublishConfirm from '../editor/unpublish-confirm.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

interface StateCardProps {
  isArchived: boolean
  isClosed: boolean
  isPublished: boolean
}

/** Shows whether visitors can start chats, and lets this be changed. */
export function StateCard({ isArchived, isClosed, isPublished }: StateCardProps) {
  const { bot, can } = useBotEditor()
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const change = (work: () => Promise<unknown>) => () =>
    attempt(async () => {
      await work()
      await Promise.all(
        ['bot', 'published', 'releases'].map((key) => queries.invalidateQueries({ queryKey: [key, bot.id] })),
      )
    })
  const setClosed = (next: boolean) => change(() => api.updateBot({ botId: bot.id, bot: { isClosed: next } }))
  const canClose = isPublished && !isArchived && can('bot.publish')
  const state = isArchived ? 'archived' : !isPublished ? 'unpublished' : isClosed ? 'closed' : 'open'
  return (
    <section className="card">
      <div className="row wrap">
        <div className="grow share-state">
          <h2>
            {words[state].title} <span className={words[state].look}>{words[state].tag}</span>
          </h2>
          <p className="soft">{(!can('bot.publish') && forReaders[state]) || words[state].text}</p>
        </div>
        {isArchived && can('bot.edit') && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={change(() => api.restoreBot({ botId: bot.id }))}
          >
            {t('Restore')}
          </button>
        )}
        {canClose && (
          <button type="button" className="button" disabled={isBusy} onClick={setClosed(!isClosed)}>
            {isClosed ? t('Accept responses') : t('Stop responses')}
          </button>
        )}
        {canClose && (
          <button type="button" className="button danger" disabled={isBusy} onClick={() => setLeaving(true)}>
            {t('Unpublish…')}
          </button>
        )}
      </div>
      <ErrorNotice error={error} />
      {isLeaving && <UnpublishConfirm onClose={() => setLeaving(false)} />}
    </section>
  )
}

const words = {
  open: {
    title: t('Accepting responses'),
    tag: t('Live'),
    look: 'tag good',
    text: t('If you stop responses, the page stays and says that the bot is closed. Running chats can finish.'),
  },
  closed: {
    title: t('Not accepting responses'),
    tag: t('Closed'),
    look: 'tag warning',
    text: t('Visitors see that the bot is closed.'),
  },
  archived: {
    title: t('This bot is archived'),
    tag: t('Archived'),
    look: 'tag',
    text: t('The page is offline and no new chats start. Results are kept.'),
  },
  unpublished: {
    title: t('This bot is not published'),
    tag: t('Unpublished'),
    look: 'tag',
    text: t('Publish the bot to bring its link back.'),
  },
} as const

/** Texts for viewers, who cannot change the state. */
const forReaders: Partial<Record<keyof typeof words, string>> = {
  open: t('Anyone with the link can start a chat.'),
  unpublished: t('The link works again once someone publishes the bot.'),
}
