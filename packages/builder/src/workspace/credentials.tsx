import { integrationOf, integrationOfCredentials } from '@colloquy/flow/integrations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { ConnectionTestNotice } from '../credentials/connection-test-notice.js'
import { CredentialsDialog } from '../credentials/credentials-dialog.js'
import { credentialsNames, type StoredCredentials } from '../credentials/credentials-fields.js'
import { PausedModels, pauseInterval } from '../credentials/paused-models.js'
import { useConnectionTest } from '../credentials/use-connection-test.js'
import { Confirm } from '../design/confirm.js'
import { dayOf } from '../design/dates.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'
import { api, ServiceError } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { isMember } from '../service/workspaces.js'
import { Reserved } from './reserved.js'
import './workspace.css'

/** Credentials of the workspace for other services. Secrets can be entered and are never shown. */
export function Credentials({ workspace, role, mayChange }: SectionProps) {
  const queries = useQueryClient()
  const key = ['credentials', workspace.id]
  const list = useQuery({
    queryKey: key,
    queryFn: () => api.listCredentials({ workspaceId: workspace.id }),
    select: (answer) => answer.credentials,
    refetchInterval: ({ state }) => pauseInterval(state.data?.credentials),
  })
  const [edited, setEdited] = useState<StoredCredentials | 'new'>()
  const [deleted, setDeleted] = useState<StoredCredentials>()
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  return (
    <>
      <div className="row">
        <h1 className="grow">{t('Credentials')}</h1>
        {mayChange && (
          <button type="button" className="button primary" onClick={() => setEdited('new')}>
            <Plus size={15} /> {t('Add credentials')}
          </button>
        )}
      </div>
      <p className="soft">
        {t(
          'Blocks sign in to other services with these. Secrets are stored encrypted and cannot be read again, only replaced.',
        )}
      </p>
      {!isMember(role) && <Reserved to="members" />}
      {list.error && <p className="notice danger">{list.error.message}</p>}
      {list.data?.length === 0 && (
        <div className="card empty">
          <KeySquare size={28} />
          <p>{t('No credentials yet. Blocks that send email, take payments or ask a model need them.')}</p>
        </div>
      )}
      {list.data && list.data.length > 0 && (
        <ul className="card rows">
          {list.data.map((kept) => (
            <CredentialsRow
              key={kept.id}
              kept={kept}
              workspaceId={workspace.id}
              mayChange={mayChange}
              onEdit={() => setEdited(kept)}
              onDelete={() => setDeleted(kept)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <CredentialsDialog
          workspaceId={workspace.id}
          kept={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <DeleteCredentials
          kept={deleted}
          workspaceId={workspace.id}
          onDeleted={refresh}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

interface CredentialsRowProps {
  kept: StoredCredentials
  workspaceId: string
  mayChange: boolean
  onEdit(): void
  onDelete(): void
}

function CredentialsRow({ kept, workspaceId, mayChange, onEdit, onDelete }: CredentialsRowProps) {
  const { id, type, name, lastFour, needsSignIn, updatedAt } = kept
  const connectionTest = useConnectionTest(workspaceId, id)
  const [isTrying, setTrying] = useState(false)
  return (
    <li>
      <span className="grow">
        <strong className="cut">{name}</strong>
        <span className="faint">
          {credentialsNames[type]}
          {lastFour && t(', ends with {lastFour}', { lastFour })}
          {updatedAt && t(', set {day}', { day: dayOf(updatedAt) })}
        </span>
      </span>
      {mayChange && (
        <>
          {needsSignIn && (
            <button type="button" className="button small primary" onClick={onEdit}>
              {t('Sign in again')}
            </button>
          )}
          <button
            type="button"
            className="button small"
            aria-label={t('Test {name}', { name })}
            disabled={connectionTest.isRunning}
            onClick={connectionTest.run}
          >
            {connectionTest.isRunning ? t('Testing…') : t('Test')}
          </button>
          <Menu
            trigger={
              <button type="button" className="button small" aria-label={t('Change {name}', { name })}>
                {t('Change')}
              </button>
            }
          >
            <MenuItem onSelect={onEdit}>{t('Rename or replace…')}</MenuItem>
            {hasModels(type) && <MenuItem onSelect={() => setTrying(true)}>{t('Try a model…')}</MenuItem>}
            <MenuLine />
            <MenuItem isDanger onSelect={onDelete}>
              {t('Delete…')}
            </MenuItem>
          </Menu>
        </>
      )}
      {needsSignIn && !connectionTest.outcome && (
        <p className="notice danger whole">
          {t('The sign-in has ended. Blocks that use these credentials do nothing.')}
        </p>
      )}
      <PausedModels of={kept} />
      <ConnectionTestNotice outcome={connectionTest.outcome} />
      {isTrying && (
        <DialogPart>
          <ModelTestDialog workspaceId={workspaceId} kept={kept} onClose={() => setTrying(false)} />
        </DialogPart>
      )}
    </li>
  )
}

const ModelTestDialog = onDemand(() => import('./model-test-dialog.js'))

/** True if credentials give access to language models. */
const hasModels = (type: StoredCredentials['type']): boolean => {
  const integration = integrationOfCredentials(type)
  return integration !== undefined && integrationOf(integration)?.models !== undefined
}

interface DeleteCredentialsProps {
  kept: StoredCredentials
  workspaceId: string
  onDeleted(): Promise<void>
  onClose(): void
}

/** The first attempt reports whether bots use them; the second one deletes them regardless. */
function DeleteCredentials({ kept, workspaceId, onDeleted, onClose }: DeleteCredentialsProps) {
  const [isForced, setForced] = useState(false)
  const remove = async () => {
    try {
      await api.deleteCredentials({
        credentialsId: kept.id,
        workspaceId,
        ...(isForced && { force: true }),
      })
      await onDeleted()
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'credentials_in_use') setForced(true)
      throw error
    }
  }
  return (
    <Confirm
      title={t('Delete “{name}”?', { name: kept.name })}
      text={
        isForced
          ? t('Blocks that use them stop working until you select other credentials.')
          : t('The secret is deleted for good. You can add it again if you have a copy.')
      }
      action={isForced ? t('Delete anyway') : t('Delete')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
