import { roleCan } from '@colloquy/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { BotIcon } from '../design/bot-icon.js'
import { Dialog } from '../design/dialog.js'
import { DisabledFields } from '../design/disabled-fields.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { Reserved } from './reserved.js'

/** Name and icon of the workspace, and its deletion. */
export function General({ workspace, role }: SectionProps) {
  const queries = useQueryClient()
  const isAdmin = roleCan(role, 'workspace.manage')
  const [name, setName] = useState(workspace.name)
  const [icon, setIcon] = useState(workspace.icon ?? '')
  const [isDeleting, setDeleting] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const isChanged = name.trim() !== workspace.name || icon !== (workspace.icon ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.updateWorkspace({ workspaceId: workspace.id, name: name.trim(), icon })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['workspace', workspace.id] }),
        queries.invalidateQueries({ queryKey: ['workspaces'] }),
      ])
      showToast(t('Workspace saved.'))
    })
  }
  return (
    <>
      <h1>{t('General')}</h1>
      {!isAdmin && <Reserved to="admins" />}
      <form className="card" onSubmit={submit}>
        <DisabledFields when={!isAdmin}>
          <div className="name-and-icon">
            <BotIcon icon={icon || null} />
            <Input
              label={t('Icon')}
              value={icon}
              placeholder={isAdmin ? '🌿' : undefined}
              hint={t('An emoji, or the address of a picture.')}
              onChange={setIcon}
            />
            <Input label={t('Name')} value={name} onChange={setName} />
          </div>
        </DisabledFields>
        <ErrorNotice error={error} />
        {isAdmin && (
          <div className="card-foot">
            <button type="submit" className="button primary" disabled={isBusy || !isChanged || name.trim() === ''}>
              {t('Save')}
            </button>
          </div>
        )}
      </form>
      <ClosedToModels workspace={workspace} isAdmin={isAdmin} />
      {isAdmin && <IdentitySecret workspaceId={workspace.id} />}
      {isAdmin && (
        <section className="card">
          <div>
            <h2>{t('Delete the workspace')}</h2>
            <p className="soft">{t('Bots, results, files, credentials and members go with it.')}</p>
          </div>
          <div className="card-foot">
            <button type="button" className="button danger" onClick={() => setDeleting(true)}>
              {t('Delete the workspace…')}
            </button>
          </div>
        </section>
      )}
      {isDeleting && <DeleteWorkspace id={workspace.id} name={workspace.name} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** Setting that forbids blocks of the workspace to use external language models and voices. */
function ClosedToModels({ workspace, isAdmin }: Pick<SectionProps, 'workspace'> & { isAdmin: boolean }) {
  const queries = useQueryClient()
  const { attempt, isBusy, error } = useAttempt()
  const change = (isClosedToModels: boolean) =>
    attempt(async () => {
      await api.updateWorkspace({ workspaceId: workspace.id, isClosedToModels })
      await queries.invalidateQueries({ queryKey: ['workspace', workspace.id] })
    })
  return (
    <section className="card">
      <h2>{t('Language models')}</h2>
      <DisabledFields when={!isAdmin || isBusy}>
        <Switch
          label={t('Send nothing to language models')}
          isOn={workspace.isClosedToModels}
          onChange={(isOn) => void change(isOn)}
        />
      </DisabledFields>
      <p className="soft">
        {t(
          'Blocks that use a language model or a voice then fail and take their exit “If it fails”, and knowledge bases find passages by words only. Models that the operator runs still answer.',
        )}
      </p>
      <ErrorNotice error={error} />
    </section>
  )
}

/** The secret with which pages sign who their visitors are. */
function IdentitySecret({ workspaceId }: { workspaceId: string }) {
  const [secret, setSecret] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const show = (isReplaced: boolean) =>
    attempt(async () => setSecret((await api.getIdentitySecret({ workspaceId, isReplaced })).secret))
  return (
    <section className="card">
      <div>
        <h2>{t('Signed visitors')}</h2>
        <p className="soft">
          {t('The server of your page signs the ids of its visitors with this secret, so that flows remember them.')}
        </p>
      </div>
      {secret !== undefined && <code>{secret}</code>}
      <ErrorNotice error={error} />
      <div className="card-foot">
        {secret === undefined ? (
          <button type="button" className="button" disabled={isBusy} onClick={() => void show(false)}>
            {t('Show the secret')}
          </button>
        ) : (
          <button type="button" className="button" disabled={isBusy} onClick={() => void show(true)}>
            {t('Replace the secret')}
          </button>
        )}
      </div>
    </section>
  )
}

/** Deletes a workspace. Its name has to be typed first, because many other things are deleted with it. */
function DeleteWorkspace({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [written, setWritten] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.deleteWorkspace({ workspaceId: id })
      await queries.invalidateQueries({ queryKey: ['workspaces'] })
      go('/')
    })
  }
  return (
    <Dialog
      title={t('Delete “{name}”?', { name })}
      description={t('Everything in it is deleted, and running chats end. This cannot be undone.')}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <Input label={t('Type the name of the workspace to continue')} value={written} onChange={setWritten} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button danger" disabled={isBusy || written.trim() !== name}>
            {t('Delete it all')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
