import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { locale, t, translated } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

type Passage = Answer<'searchKnowledge'>['passages'][number]

interface TryQuestionProps {
  baseId: string
  workspaceId: string
  /** The base has semantic search. */
  isEmbedding: boolean
}

/** Shows which passages a question finds, and how well each fits. */
export function TryQuestion({ baseId, workspaceId, isEmbedding }: TryQuestionProps) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Answer<'searchKnowledge'>>()
  const passages: readonly Passage[] | undefined = found?.passages
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      setFound(await api.searchKnowledge({ baseId, workspaceId, query: query.trim(), limit: 5 }))
    })
  }
  return (
    <section className="card" aria-labelledby="knowledge-try">
      <h2 id="knowledge-try">{t('Try a question')}</h2>
      <form className="row end" onSubmit={submit}>
        <div className="grow">
          <Input
            label={t('Question')}
            value={query}
            maxLength={2000}
            placeholder={t('How long can I return an order?')}
            onChange={setQuery}
          />
        </div>
        <button type="submit" className="button" disabled={isBusy || query.trim() === ''}>
          {t('Search')}
        </button>
      </form>
      <ErrorNotice error={error} />
      <div role="status">
        {found?.embeddingProblem && (
          <p className="notice warning">
            {t('Passages were found by words only.')} {translated(found.embeddingProblem)}
          </p>
        )}
        {passages?.length === 0 && (
          <p className="soft">
            {isEmbedding
              ? t('No passages found. Ask in other words, or add a source.')
              : t(
                  'No passages found. Search goes by words: use the words of the documents, turn on semantic search, or add a source.',
                )}
          </p>
        )}
      </div>
      {passages && passages.length > 0 && (
        <ol className="rows knowledge-passages">
          {passages.map(({ id, title, text, url, score }) => (
            <li key={id}>
              <div className="grow">
                <strong>{title}</strong>
                <p>{text}</p>
                {url && <span className="faint cut">{url}</span>}
              </div>
              <span className="tag">
                {t('Match {score}', { score: score.toLocaleString(locale, { maximumFractionDigits: 2 }) })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
