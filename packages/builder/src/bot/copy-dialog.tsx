import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Select } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { request } from '../service/request.js'
import { takesBots, useWorkspaces } from '../workspace/workspaces.js'
import { useStudio } from './studio.js'

/** Makes a bot of one's own of what is seen here: in a workspace that is chosen, or in a new one for who has none that takes bots. */
export default function CopyDialog({ onClose }: { onClose(): void }) {
  const { bot, editing } = useStudio()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('My workspace')
  const { attempt, isBusy, error } = useAttempt()
  const workspaces = useWorkspaces()
  const open = workspaces.data?.filter(takesBots)
  const workspaceId = chosen ?? open?.[0]?.id
  const isNew = open?.length === 0
  const makeWorkspace = async () => {
    const { workspace } = await request<'createWorkspace'>('POST', 'workspaces', { name: name.trim() })
    await queries.invalidateQueries({ queryKey: ['workspaces'] })
    setChosen(workspace.id)
    return workspace.id
  }
  const copy = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { name, icon, events, groups, edges, variables, theme, settings } = editing.content
      const made = await request<'importBot'>('POST', 'bots/import', {
        workspaceId: workspaceId ?? (await makeWorkspace()),
        bot: { version: bot.version, name, icon, events, groups, edges, variables, theme, settings },
        enableSafetyFlags: true,
      })
      go(`/bots/${made.bot.id}`)
    })
  }
  return (
    <Dialog
      title="Make a copy"
      description="The copy is yours alone. What signs in to other services does not come along: credentials, addresses and keys of requests, recipients of mail."
      onClose={onClose}
    >
      <form className="stack" onSubmit={copy}>
        {isNew ? (
          <>
            <p className="notice">
              There is no workspace yet in which you may make bots: as a guest you work on what is shared with you. The
              copy goes into a new workspace of yours.
            </p>
            <Input label="Name of the new workspace" value={name} onChange={setName} />
          </>
        ) : (
          <Select
            label="In the workspace"
            value={workspaceId ?? ''}
            choices={(open ?? []).map((it) => [it.id, it.name])}
            onChange={setChosen}
          />
        )}
        <ErrorNotice error={error ?? workspaces.error ?? undefined} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={isBusy || !open || (isNew && name.trim() === '')}>
            {isNew ? 'Make both' : 'Make a copy'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
