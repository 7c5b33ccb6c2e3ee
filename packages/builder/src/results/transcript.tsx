import { useInfiniteQuery } from '@tanstack/react-query'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { DeliveryMark } from './delivery-mark.js'
import { LinkedText, Media } from './linked-text.js'

/** Number of turns in one part of a transcript. */
const atOnce = 100

/** The conversation in all sessions of a result: the latest part, and earlier ones on request. */
export function Transcript({ resultId }: { resultId: string }) {
  const { bot } = useBotEditor()
  const parts = useInfiniteQuery({
    queryKey: ['transcript', resultId],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.getTranscript({ botId: bot.id, resultId, limit: atOnce, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: (part) => part.nextCursor,
  })
  const loaded = parts.data?.pages.toReversed() ?? []
  const isEmpty = parts.isSuccess && loaded.every(({ transcript }) => transcript.length === 0)
  return (
    <section>
      <h3>{t('Conversation')}</h3>
      {parts.isPending && <p className="soft">{t('Loading…')}</p>}
      {parts.error && <p className="notice danger">{parts.error.message}</p>}
      {isEmpty && <p className="soft">{t('No transcript saved.')}</p>}
      {!isEmpty && loaded.length > 0 && (
        <div className="transcript">
          {parts.hasNextPage && (
            <button
              type="button"
              className="button small"
              disabled={parts.isFetchingNextPage}
              onClick={() => void parts.fetchNextPage()}
            >
              {t('Show earlier messages')}
            </button>
          )}
          {loaded.map((part, index) => (
            <ol key={parts.data?.pageParams.at(-1 - index) as string}>
              {part.transcript.map((entry, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a part of a transcript does not change
                <li key={at} className={entry.role === 'user' ? 'said' : 'heard'}>
                  <Entry entry={entry} />
                  {entry.delivery && <DeliveryMark delivery={entry.delivery} />}
                </li>
              ))}
            </ol>
          ))}
        </div>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: Answer<'getTranscript'>['transcript'][number] }) {
  if (entry.type === 'text') return <LinkedText text={entry.text ?? ''} />
  return <Media address={entry[entry.type] ?? ''} kind={entry.type} />
}
