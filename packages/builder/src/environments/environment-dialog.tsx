import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { EnvironmentRow } from './environments.js'
import { useForget } from './use-forget.js'

/** With which values and accounts chats begin in an environment. */
export function EnvironmentDialog({ row, onClose }: { row: EnvironmentRow; onClose(): void }) {
  const { bot, editing } = useBotEditor()
  const content = useEditingState(() => editing.content)
  const forget = useForget(bot.id)
  const [variables, setVariables] = useState<Record<string, string>>(row.variables)
  const [credentials, setCredentials] = useState<Record<string, string>>(row.credentials)
  const { attempt, isBusy, error } = useAttempt()
  const kept = useQuery({
    queryKey: ['credentials', bot.workspaceId],
    queryFn: () => api.listCredentials({ workspaceId: bot.workspaceId }),
    select: (answer) => answer.credentials,
  })
  const known = kept.data ?? []
  const text = JSON.stringify(content.groups)
  // Those that the flow names, and those that are replaced already, where another one of their type could stand in.
  const named = known.filter(
    ({ id, type }) =>
      (text.includes(JSON.stringify(id)) || id in credentials) && known.some((it) => it.type === type && it.id !== id),
  )
  const free = content.variables.filter(({ id }) => !(id in variables))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.updateEnvironment({ botId: bot.id, environmentId: row.id, variables, credentials })
      await forget()
      showToast(t('Saved. New chats in {name} begin with it.', { name: row.name }))
      onClose()
    })
  }
  return (
    <Dialog
      title={t('Environment {name}', { name: row.name })}
      description={t(
        'New chats begin with these values. What visitors send for these variables is ignored. Values are not secret: keep secrets in credentials.',
      )}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        {Object.entries(variables).map(([id, value]) => (
          <div key={id} className="row">
            <div className="grow">
              <Input
                label={content.variables.find((variable) => variable.id === id)?.name ?? t('Deleted variable')}
                value={value}
                maxLength={5_000}
                onChange={(next) => setVariables({ ...variables, [id]: next })}
              />
            </div>
            <button type="button" className="button plain small" onClick={() => setVariables(without(variables, id))}>
              {t('Remove')}
            </button>
          </div>
        ))}
        {free.length > 0 && (
          <Select
            label={t('Add a variable')}
            value=""
            choices={[['', t('Choose…')], ...free.map(({ id, name }) => [id, name] as const)]}
            onChange={(id) => id && setVariables({ ...variables, [id]: '' })}
          />
        )}
        {named.map(({ id, name, type }) => (
          <Select
            key={id}
            label={t('In place of the account {name}', { name })}
            value={credentials[id] ?? ''}
            choices={[
              ['', t('{name} itself', { name })],
              ...known.filter((it) => it.type === type && it.id !== id).map((it) => [it.id, it.name] as const),
            ]}
            onChange={(to) => setCredentials(to ? { ...credentials, [id]: to } : without(credentials, id))}
          />
        ))}
        {kept.isSuccess && named.length === 0 && (
          <p className="faint">
            {t('To use another account here, add credentials of the same type as those of a block to the workspace.')}
          </p>
        )}
        <ErrorNotice error={error ?? kept.error ?? undefined} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            {t('Save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function without(record: Record<string, string>, id: string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== id))
}
