import { embedsTexts } from '@colloquy/flow/integrations'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CredentialsDialog } from '../credentials/credentials-dialog.js'
import type { StoredCredentials } from '../credentials/credentials-fields.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/select.js'
import { SuggestInput } from '../design/suggest-input.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { ListedBase } from './listed-base.js'

interface SemanticSearchProps {
  base: ListedBase
  /** Some passages could not be embedded. */
  hasFailed: boolean
  onChange(): Promise<unknown>
}

/** Chooses the service and the model by which passages are also found by what they mean. */
export function SemanticSearch({ base, hasFailed, onChange }: SemanticSearchProps) {
  const { workspaceId, id, embedding } = base
  const credentials = useQuery({
    queryKey: ['credentials', workspaceId],
    queryFn: () => api.listCredentials({ workspaceId }),
    select: (answer) => answer.credentials.filter(({ type }: StoredCredentials) => embedsTexts(type)),
  })
  const [credentialsId, setCredentialsId] = useState(embedding?.credentialsId ?? '')
  const [model, setModel] = useState(embedding?.model ?? '')
  const [isAdding, setAdding] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const save = (next: ListedBase['embedding']) =>
    attempt(async () => {
      await api.updateKnowledgeBase({ baseId: id, workspaceId, embedding: next })
      await onChange()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save({ credentialsId, model: model.trim() })
  }
  const turnOff = async () => {
    if (!(await save(null))) return
    setCredentialsId('')
    setModel('')
  }
  const known = credentials.data ?? []
  const isGone =
    credentials.data !== undefined && credentialsId !== '' && !known.some((one) => one.id === credentialsId)
  const isSame = credentialsId === embedding?.credentialsId && model.trim() === embedding.model
  return (
    <section className="card" aria-labelledby="knowledge-semantic">
      <div className="row">
        <h2 id="knowledge-semantic" className="grow">
          {t('Semantic search')}
        </h2>
        <span className={embedding ? 'tag good' : 'tag'}>{embedding ? t('On') : t('Off')}</span>
      </div>
      <p className="soft">
        {t(
          'Finds passages that say the same in other words or in another language. Passages and questions are sent to the service that you choose, and their tokens count in the budget.',
        )}
      </p>
      <form className="row end wrap" onSubmit={submit}>
        <div className="grow knowledge-field">
          <Select
            label={t('Account')}
            value={credentialsId}
            choices={[
              ['', t('Choose an account')],
              ...known.map((one) => [one.id, one.name] as const),
              ...(isGone ? [[credentialsId, t('Deleted account')] as const] : []),
              [adding, t('Add account…')],
            ]}
            onChange={(next) => (next === adding ? setAdding(true) : setCredentialsId(next))}
          />
        </div>
        <div className="grow knowledge-field">
          <SuggestInput
            label={t('Embedding model')}
            value={model}
            maxLength={200}
            placeholder="text-embedding-3-small"
            suggestions={commonModels}
            onChange={setModel}
          />
        </div>
        <button
          type="submit"
          className="button primary"
          disabled={isBusy || isGone || credentialsId === '' || model.trim() === '' || (isSame && !hasFailed)}
        >
          {isSame && hasFailed ? t('Try again') : embedding ? t('Save') : t('Turn on')}
        </button>
        {embedding && (
          <button type="button" className="button" disabled={isBusy} onClick={turnOff}>
            {t('Turn off')}
          </button>
        )}
      </form>
      <ErrorNotice error={error ?? credentials.error ?? undefined} />
      {isAdding && (
        <CredentialsDialog
          workspaceId={workspaceId}
          kept={undefined}
          onlyType="openai"
          onSaved={async (made) => {
            await credentials.refetch()
            setCredentialsId(made)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

/** No id of credentials. */
const adding = ' add'

/** Suggestions: any model of a compatible service will do. */
const commonModels = [
  'text-embedding-3-small',
  'text-embedding-3-large',
  'mistral-embed',
  'nomic-embed-text',
  'bge-m3',
].map((value) => ({ value }))
