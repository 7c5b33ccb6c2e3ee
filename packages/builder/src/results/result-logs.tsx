import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { addressTo } from '../canvas/view/use-address.js'
import { momentOf } from '../design/dates.js'
import { Disclosure } from '../design/disclosure.js'
import { ShowMore } from '../design/show-more.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

/** Errors of a conversation, and the responses of other services, so that the author can fix them. */
export function ResultLogs({ resultId }: { resultId: string }) {
  const { bot } = useBotEditor()
  const pages = useInfiniteQuery({
    queryKey: ['logs', resultId],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.listResultLogs({ botId: bot.id, resultId, limit: 50, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: (page) => page.nextCursor,
  })
  const logs = pages.data?.pages.flatMap((page) => page.logs)
  return (
    <section>
      <h3>{t('Logs')}</h3>
      {pages.error && <p className="notice danger">{pages.error.message}</p>}
      {logs?.length === 0 && <p className="soft">{t('No logs.')}</p>}
      <ul className="stack logs">
        {logs?.map((log) => (
          <LogEntry key={log.id} log={log} />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </section>
  )
}

function LogEntry({ log }: { log: Answer<'listResultLogs'>['logs'][number] }) {
  const { status, description, details, context, createdAt } = log
  return (
    <li>
      <p>
        <span className={status === 'error' ? 'tag danger' : 'tag'}>{status}</span> {description}
      </p>
      <p className="faint">
        {momentOf(createdAt)}
        {context !== null && <Context context={context} />}
      </p>
      {details !== null && (
        <Disclosure title={t('Details')}>
          <pre>{readable(details)}</pre>
        </Disclosure>
      )}
    </li>
  )
}

/** Origin of a log: the group of its block, as a link, or the text in the log. */
function Context({ context }: { context: string }) {
  const { bot } = useBotEditor()
  const group = useDocument(({ groups }) => groups.find(({ blocks }) => blocks.some(({ id }) => id === context)))
  if (!group) return <> · {context}</>
  return (
    <>
      {' · '}
      <Link className="link" href={`/bots/${bot.id}${addressTo({ nodeId: group.id, blockId: context })}`}>
        {group.title || t('Group')}
      </Link>
    </>
  )
}

/** JSON with line breaks; anything else unchanged. */
function readable(details: string): string {
  try {
    return JSON.stringify(JSON.parse(details), null, 2)
  } catch {
    return details
  }
}
