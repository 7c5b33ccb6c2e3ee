import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, PasswordInput } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

type Orphan = Answer<'getOwnDeletion'>['workspaces'][number]

/** Request body for the service. */
interface AccountDeletion {
  currentPassword?: string
  workspaces: (
    | { workspaceId: string; action: 'delete' }
    | { workspaceId: string; action: 'handOver'; userId: string }
  )[]
}

interface DeleteAccountDialogProps {
  title: string
  /** Label of the submit button. */
  action: string
  /** Returns the workspaces that would be left without an admin. */
  readOrphans(): Promise<Answer<'getOwnDeletion'>>
  queryKey: readonly string[]
  /** Text to type as confirmation. */
  name: string
  needsPassword: boolean
  onDelete(body: AccountDeletion): Promise<unknown>
  onClose(): void
}

/** Asks what happens to workspaces that would be left without an admin, then for the name, and for the password if it is needed. */
export default function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { title, action, readOrphans, queryKey, name, needsPassword, onDelete, onClose } = props
  const orphans = useQuery({
    queryKey,
    queryFn: readOrphans,
    select: (answer) => answer.workspaces,
    gcTime: 0,
  })
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  /** Empty while nothing is chosen, or if the chosen person has left since. */
  const choiceOf = ({ id, successors }: Orphan) => {
    if (successors.length === 0) return deletion
    const chosen = choices[id] ?? ''
    return chosen === deletion || successors.some(({ userId }) => userId === chosen) ? chosen : ''
  }
  const isDecided = orphans.data?.every((orphan) => choiceOf(orphan) !== '') ?? false
  const isReady = isDecided && typed.trim() === name.trim() && (!needsPassword || password !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const workspaces = (orphans.data ?? []).map((orphan) => decisionOf(orphan.id, choiceOf(orphan)))
    void attempt(async () => {
      try {
        await onDelete({ workspaces, ...(needsPassword && { currentPassword: password }) })
      } catch (problem) {
        // The list may have changed in the meantime.
        await orphans.refetch()
        throw problem
      }
      onClose()
    })
  }
  return (
    <Dialog title={title} description={t('The account cannot be restored.')} onClose={onClose}>
      {orphans.isPending && <p className="soft">{t('Loading…')}</p>}
      <ErrorNotice error={orphans.error ?? undefined} />
      {orphans.data && (
        <form className="stack" onSubmit={submit}>
          {orphans.data.length > 0 && (
            <>
              <p>
                {orphans.data.length === 1
                  ? t('One workspace has no other admin:')
                  : t('{count} workspaces have no other admin:', { count: orphans.data.length })}
              </p>
              <ul className="rows">
                {orphans.data.map((orphan) => (
                  <OrphanRow
                    key={orphan.id}
                    orphan={orphan}
                    choice={choiceOf(orphan)}
                    onChoice={(choice) => setChoices({ ...choices, [orphan.id]: choice })}
                  />
                ))}
              </ul>
            </>
          )}
          {needsPassword && (
            <PasswordInput
              label={t('Current password')}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          )}
          <Input label={t('Type {name} to confirm', { name })} autoComplete="off" value={typed} onChange={setTyped} />
          <ErrorNotice error={error} />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {t('Cancel')}
            </button>
            <button type="submit" className="button danger" disabled={isBusy || !isReady}>
              {action}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface OrphanRowProps {
  orphan: Orphan
  choice: string
  onChoice(choice: string): void
}

function OrphanRow({ orphan: { name, bots, otherMembers, successors }, choice, onChoice }: OrphanRowProps) {
  const people = successors.map(
    ({ userId, name, email }) =>
      [userId, t('Make {name} its admin', { name: name || email || t('an unnamed member') })] as const,
  )
  const others =
    otherMembers === 0
      ? t('nobody else')
      : t('{otherMembers, plural, one {# other member} other {# other members}}', { otherMembers })
  const contents = `${t('{bots, plural, one {# bot} other {# bots}}', { bots })}, ${others}`
  return (
    <li>
      <span className="grow">
        <strong className="cut">{name}</strong>
        <span className="faint">{contents}</span>
      </span>
      {people.length === 0 ? (
        <span className="tag warning">{t('Deleted with its bots and results')}</span>
      ) : (
        <Select
          isLabelHidden
          label={t('Action for {name}', { name })}
          value={choice}
          choices={[['', t('Choose…')], ...people, [deletion, t('Delete it with its bots and results')]]}
          onChange={onChoice}
        />
      )}
    </li>
  )
}

/** Choice that deletes the workspace; all others are ids of members. */
const deletion = 'delete'

const decisionOf = (workspaceId: string, choice: string): AccountDeletion['workspaces'][number] =>
  choice === deletion ? { workspaceId, action: 'delete' } : { workspaceId, action: 'handOver', userId: choice }
