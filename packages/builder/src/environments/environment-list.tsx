import {
  CalendarClock,
  ExternalLink,
  Link,
  MoreHorizontal,
  Plus,
  Redo2,
  Rocket,
  SlidersHorizontal,
  Trash2,
  Undo2,
} from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { copyText } from '../design/copy-text.js'
import { momentOf } from '../design/dates.js'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { FormActions } from '../design/form-actions.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useGate } from '../gate/use-gate.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { useDeploy, useDeployments } from './deploy.js'
import { EnvironmentDialog } from './environment-dialog.js'
import { type EnvironmentRow, useEnvironments } from './environments.js'
import type { ReleaseRow } from './release.js'
import { useForget } from './use-forget.js'
import { useReplacing } from './use-replacing.js'
import './environments.css'

interface EnvironmentListProps {
  /** Newest first. */
  releases: readonly ReleaseRow[]
  /** Returns the name of a release. */
  nameOf(releaseId: string): string
  /** Publishes the draft in an environment. */
  onPublish(environmentId: string): void
}

/** Environments with their current release, and actions to promote it or to go back. */
export default function EnvironmentList({ releases, nameOf, onPublish }: EnvironmentListProps) {
  const { bot, can } = useBotEditor()
  const environments = useEnvironments(bot.id)
  const [isAdding, setAdding] = useState<boolean>()
  const rows = environments.data ?? []
  return (
    <section className="card environments" aria-label={t('Environments')}>
      <div className="row">
        <h2 className="grow">{t('Environments')}</h2>
        {can('environments.manage') && !isAdding && (
          <button
            type="button"
            className="button small"
            // biome-ignore lint/a11y/noAutofocus: its form has just been closed
            autoFocus={isAdding === false}
            onClick={() => setAdding(true)}
          >
            <Plus size={13} /> {t('Add')}
          </button>
        )}
      </div>
      {isAdding && <NewEnvironment onClose={() => setAdding(false)} />}
      <ErrorNotice error={environments.error ?? undefined} />
      <ul>
        {rows.map((row) => (
          <EnvironmentItem key={row.id} row={row} live={rows[0] ?? row} {...{ releases, nameOf, onPublish }} />
        ))}
      </ul>
      <History nameOf={nameOf} environmentNames={new Map(rows.map(({ id, name }) => [id, name]))} />
    </section>
  )
}

interface EnvironmentItemProps extends EnvironmentListProps {
  row: EnvironmentRow
  live: EnvironmentRow
}

function EnvironmentItem({ row, live, releases, nameOf, onPublish }: EnvironmentItemProps) {
  const { bot, can } = useBotEditor()
  const deploy = useDeploy(bot.id)
  const forget = useForget(bot.id)
  const item = useRef<HTMLLIElement>(null)
  const { attempt, isBusy, error } = useAttempt(item)
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, publicId, releaseId, previousReleaseId, scheduled } = row
  const isLive = id === live.id
  // After a rollback, the previous release is the newer one, so that its button leads forward.
  const positionOf = (release: string | null) => releases.findIndex((it) => it.id === release)
  const isForward = positionOf(previousReleaseId) >= 0 && positionOf(previousReleaseId) < positionOf(releaseId)
  const gate = useGate()
  const replacing = useReplacing()
  const make = (target: EnvironmentRow, release: string) =>
    attempt(() => gate.pass((reason) => deploy(target, release, nameOf(release), reason)))
  const remove = async () => {
    await api.deleteEnvironment({ botId: bot.id, environmentId: id })
    await forget()
    showToast(t('The environment {name} is deleted. Chats in progress continue.', { name }))
  }
  const cancel = (deploymentId: string) =>
    attempt(async () => {
      await api.cancelDeployment({ botId: bot.id, deploymentId })
      await forget()
    })
  return (
    <li className="environment" aria-label={name} ref={item}>
      <div className="row">
        <strong className="grow">{name}</strong>
        {publicId && releaseId && (
          <a
            className="button plain small"
            href={`/c/${publicId}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t('Open {name}', { name })}
          >
            <ExternalLink size={13} />
          </a>
        )}
        {can('environments.manage') && (
          <Menu
            trigger={
              <button type="button" className="button plain small" aria-label={t('More for {name}', { name })}>
                <MoreHorizontal size={14} />
              </button>
            }
          >
            {publicId && (
              <MenuItem icon={<Link size={15} />} onSelect={() => copyText(`${location.origin}/c/${publicId}`)}>
                {t('Copy the share link')}
              </MenuItem>
            )}
            <MenuItem icon={<SlidersHorizontal size={15} />} onSelect={() => setEditing(true)}>
              {t('Variables and credentials…')}
            </MenuItem>
            {!isLive && <MenuLine />}
            {!isLive && (
              <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => setDeleting(true)}>
                {t('Delete…')}
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
      <p className={releaseId ? 'release-note' : 'faint'}>
        {releaseId ? nameOf(releaseId) : t('Nothing published here')}
      </p>
      {scheduled.map((deployment) => (
        <p key={deployment.id} className="row soft">
          <CalendarClock size={13} />
          <span className="grow">
            {momentOf(deployment.dueAt)}: {nameOf(deployment.releaseId)}
          </span>
          {can('environments.manage') && (
            <button type="button" className="button plain small" onClick={() => cancel(deployment.id)}>
              {t('Cancel')}
            </button>
          )}
        </p>
      ))}
      {can('environments.manage') && (
        <div className="row wrap">
          {!releaseId && (
            <button type="button" className="button small" onClick={() => onPublish(id)}>
              <Rocket size={13} /> {t('Publish in {name}…', { name })}
            </button>
          )}
          {!isLive && releaseId && releaseId !== live.releaseId && (
            <button
              type="button"
              className="button primary small"
              disabled={isBusy}
              onClick={() => replacing.replace(live, nameOf(releaseId), () => make(live, releaseId))}
            >
              <Rocket size={13} /> {t('Promote to {name}', { name: live.name })}
            </button>
          )}
          {previousReleaseId && releaseId && (
            <button
              type="button"
              className="button small"
              disabled={isBusy}
              title={t('Back to {name}', { name: nameOf(previousReleaseId) })}
              onClick={() => make(row, previousReleaseId)}
            >
              {isForward ? <Redo2 size={13} /> : <Undo2 size={13} />}{' '}
              {isForward ? t('Return to {name}', { name: nameOf(previousReleaseId) }) : t('Roll back')}
            </button>
          )}
        </div>
      )}
      <ErrorNotice error={error} />
      {replacing.dialog}
      {gate.dialog}
      {isDeleting && (
        <Confirm
          title={t('Delete the environment {name}?', { name })}
          text={t(
            'New chats can no longer start at its address. An experiment there ends, and scheduled versions are cancelled. Chats in progress continue, and results stay. This cannot be undone.',
          )}
          action={t('Delete environment')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
      {isEditing && <EnvironmentDialog row={row} onClose={() => setEditing(false)} />}
    </li>
  )
}

function NewEnvironment({ onClose }: { onClose(): void }) {
  const { bot } = useBotEditor()
  const forget = useForget(bot.id)
  const [name, setName] = useState('staging')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.createEnvironment({ botId: bot.id, name })
      await forget()
      onClose()
    })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <Input
        label={t('Name')}
        hint={t('Lower-case letters, digits and hyphens')}
        value={name}
        maxLength={30}
        pattern="[a-z0-9][a-z0-9\-]*"
        required
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it
        autoFocus
        onChange={setName}
      />
      <FormActions action={t('Add environment')} isBusy={isBusy} error={error} onClose={onClose} />
    </form>
  )
}

interface HistoryProps extends Pick<EnvironmentListProps, 'nameOf'> {
  environmentNames: ReadonlyMap<string, string>
}

/** History of deployments: which release became current where, when and by whom. */
function History({ nameOf, environmentNames }: HistoryProps) {
  const { bot } = useBotEditor()
  const deployments = useDeployments(bot.id)
  const done = (deployments.data ?? []).filter(({ doneAt, skippedAt }) => doneAt !== null || skippedAt !== null)
  if (done.length === 0) return null
  return (
    <Disclosure title={t('History')}>
      <ol className="deployments">
        {done.map(({ id, environmentId, releaseId, author, doneAt, skippedAt }) => (
          <li key={id}>
            <span className="release-note">
              {environmentNames.get(environmentId) ?? t('Deleted environment')}: {nameOf(releaseId)}
            </span>
            <span className="faint">
              {momentOf(doneAt ?? skippedAt ?? '')}
              {skippedAt !== null && ` · ${t('skipped: its author may no longer edit the bot')}`}
              {author && t(' by {name}', { name: author.name || author.email || t('a former member') })}
            </span>
          </li>
        ))}
      </ol>
      {deployments.hasNextPage && (
        <button
          type="button"
          className="button plain small"
          disabled={deployments.isFetchingNextPage}
          onClick={() => deployments.fetchNextPage()}
        >
          {t('Show older ones')}
        </button>
      )}
    </Disclosure>
  )
}
