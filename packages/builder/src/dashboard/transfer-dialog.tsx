import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Segments } from '../design/segments.js'
import { Select } from '../design/select.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { BotRow } from '../service/bots.js'
import { isWritable, useWorkspaces } from '../service/workspaces.js'
import { refreshFolders } from './folders.js'

interface TransferDialogProps {
  bot: BotRow
  workspaceId: string
  mayMove: boolean
  onClose(): void
}

/** Copies or moves a bot to another workspace, and says before what does not come along. */
export default function TransferDialog({ bot, workspaceId, mayMove, onClose }: TransferDialogProps) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const workspaces = useWorkspaces()
  const others = workspaces.data?.filter((it) => it.id !== workspaceId && isWritable(it)) ?? []
  const [way, setWay] = useState<'copy' | 'move'>('copy')
  const [chosen, setChosen] = useState<string>()
  const target = others.find(({ id }) => id === chosen) ?? others[0]
  const stored = useQuery({
    queryKey: ['bot', bot.id],
    queryFn: () => api.getBot({ botId: bot.id }),
    select: (answer) => answer.bot,
  })
  const { attempt, isBusy, error } = useAttempt()
  const isMove = way === 'move'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!target) return
    void attempt(async () => {
      const body = { workspaceId: target.id, name: bot.name, isMove }
      const made = await api.duplicateBot({ botId: bot.id, ...body })
      await refreshFolders(queries)
      const done = isMove
        ? t('“{name}” was moved to “{name2}”.', { name: bot.name, name2: target.name })
        : t('“{name}” was copied to “{name2}”.', { name: bot.name, name2: target.name })
      const lost = t('{count, plural, one {# block} other {# blocks}}', { count: made.warnings.length })
      showToast(
        made.warnings.length > 0 ? t('{done} {lost} need credentials of that workspace.', { done, lost }) : done,
        {
          label: t('Open'),
          run: () => go(`/bots/${made.bot.id}`),
        },
      )
      onClose()
    })
  }
  return (
    <Dialog title={t('Copy or move “{name}”', { name: bot.name })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {mayMove && (
          <Segments
            label={t('What to do')}
            value={way}
            choices={[
              ['copy', t('Copy')],
              ['move', t('Move')],
            ]}
            onChange={setWay}
          />
        )}
        <Select
          label={t('To workspace')}
          value={target?.id ?? ''}
          choices={others.map((it) => [it.id, it.name])}
          onChange={setChosen}
        />
        <div className="notice stack">
          <strong>{t('What does not come along')}</strong>
          <ul className="bulleted">
            <li>{t('Credentials: select those of the other workspace in each block that needs them')}</li>
            <li>{t('Its folder, collaborators and comments')}</li>
            {stored.data?.customDomain && (
              <li>{t('The custom domain {customDomain}', { customDomain: stored.data.customDomain })}</li>
            )}
            {(stored.data?.channels.length ?? 0) > 0 && <li>{t('Its channels')}</li>}
            <li>
              {isMove
                ? t('Results and uploaded files: they stay with the original, which is archived here')
                : t('Results and uploaded files')}
            </li>
            <li>{t('Links to other bots of this workspace')}</li>
          </ul>
          {isMove && (
            <p>
              {t(
                'The share link moves along. It is not available until you publish the bot in the other workspace. Chats in progress continue.',
              )}
            </p>
          )}
        </div>
        <ErrorNotice error={error ?? workspaces.error ?? undefined} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || !target}>
            {isMove ? t('Move bot') : t('Copy bot')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
