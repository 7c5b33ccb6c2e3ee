import { searchable } from '@colloquy/flow/searchable'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../design/store.js'
import { showError } from '../design/toasts.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { PreviewRun } from './preview-run.js'
import { textOf, toValue, type Value } from './variable-value.js'

/** The variables of a run as they stand, read again whenever something has happened; each can be given another value. */
export function VariableInspector({ run }: { run: PreviewRun }) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const steps = useStore(run.state, (state) => state.steps)
  const [search, setSearch] = useState('')
  const key = ['preview', run.sessionId]
  const preview = useQuery({
    queryKey: [...key, steps],
    queryFn: () => api.getPreview({ botId: bot.id, sessionId: run.sessionId }),
    enabled: steps > 0,
    placeholderData: keepPreviousData,
    retry: false,
    select: (answer) => answer.preview.variables,
  })
  const change = async (id: string, value: Value) => {
    try {
      const variables = { [id]: value }
      const answer = await run.first(() =>
        api.setPreviewVariables({ botId: bot.id, sessionId: run.sessionId, variables }),
      )
      queries.setQueryData([...key, steps], answer)
    } catch (error) {
      showError(error)
    }
  }
  const variables = preview.data ?? []
  const shown = variables.filter(({ name }) => searchable(name).includes(searchable(search.trim())))
  if (variables.length === 0) return <p className="faint preview-empty">{t('This bot has no variables.')}</p>
  return (
    <>
      {variables.length > 8 && (
        <input
          className="text"
          aria-label={t('Find a variable')}
          placeholder={t('Find a variable')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <dl className="preview-variables">
        {shown.map(({ id, name, value }) => (
          <div key={id}>
            <dt className="cut" title={name}>
              {name}
            </dt>
            <dd>
              <ValueField name={name} value={value} onChange={(next) => change(id, next)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function ValueField({ name, value, onChange }: { name: string; value: Value; onChange(value: Value): void }) {
  const words = textOf(value)
  const [draft, setDraft] = useState<string>()
  const commit = () => {
    setDraft(undefined)
    if (draft !== undefined && draft !== words) onChange(toValue(draft))
  }
  return (
    <input
      className="preview-value"
      aria-label={t('Value of {name}', { name })}
      placeholder="empty"
      value={draft ?? words}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (['Enter', 'F8', 'F10'].includes(event.key)) event.currentTarget.blur()
        if (event.key === 'Escape') setDraft(undefined)
      }}
    />
  )
}
