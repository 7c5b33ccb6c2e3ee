import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { isWritable, useWorkspaces } from '../service/workspaces.js'

/** Makes a bot of one's own of what is seen here: in a workspace that is chosen, or in a new one for who has none that takes bots. */
export default function CopyDialog({ onClose }: { onClose(): void }) {
  const { bot, can, editing } = useBotEditor()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const [written, setWritten] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const workspaces = useWorkspaces()
  const open = workspaces.data?.filter(isWritable)
  const workspaceId = chosen ?? open?.[0]?.id
  const isNew = open?.length === 0
  const name = written ?? freeName(workspaces.data?.map((it) => it.name) ?? [])
  const makeWorkspace = async () => {
    const { workspace } = await api.createWorkspace({ name: name.trim() })
    await queries.invalidateQueries({ queryKey: ['workspaces'] })
    setChosen(workspace.id)
    return workspace.id
  }
  const copy = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { name, icon, events, groups, edges, variables, theme, settings } = editing.content
      const made = await api.importBot({
        workspaceId: workspaceId ?? (await makeWorkspace()),
        bot: { version: bot.version, name, icon, events, groups, edges, variables, theme, settings },
        enableSafetyFlags: true,
      })
      go(`/bots/${made.bot.id}`)
    })
  }
  return (
    <Dialog
      title={t('Make a copy')}
      description={
        !can('bot.read')
          ? t(
              'Only you see the copy. It has no credentials, no addresses and keys of requests, and no recipients of emails.',
            )
          : t(
              'Only you see the copy. Results and credentials stay here: select your own credentials in blocks that need them.',
            )
      }
      onClose={onClose}
    >
      <form className="stack" onSubmit={copy}>
        {isNew ? (
          <>
            <p className="notice">
              {t(
                'As a guest you cannot create bots in your workspaces. The copy goes into a new workspace of your own.',
              )}
            </p>
            <Input label={t('Name of the new workspace')} value={name} onChange={setWritten} />
          </>
        ) : (
          <Select
            label={t('In the workspace')}
            value={workspaceId ?? ''}
            choices={(open ?? []).map((it) => [it.id, it.name])}
            onChange={setChosen}
          />
        )}
        <ErrorNotice error={error ?? workspaces.error ?? undefined} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || !open || (isNew && name.trim() === '')}>
            {isNew ? t('Make both') : t('Make a copy')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** As a guest one may belong to a workspace that is called the same. */
function freeName(taken: readonly string[]): string {
  const isFree = (name: string) => !taken.includes(name)
  const names = [t('My workspace'), ...taken.map((_, index) => t('My workspace {index}', { index: index + 2 }))]
  return names.find(isFree)!
}
