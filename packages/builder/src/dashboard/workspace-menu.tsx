import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronsUpDown, Plus, Settings } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { showError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { ListedWorkspace as Workspace } from '../service/workspaces.js'

/** Which workspace is shown, and the way to another. */
export function WorkspaceMenu({ workspaces, current }: { workspaces: readonly Workspace[]; current: Workspace }) {
  const [, go] = useLocation()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className="button plain cut">
            {current.name} <ChevronsUpDown size={14} />
          </button>
        }
      >
        {workspaces.map((workspace) => (
          <MenuItem
            key={workspace.id}
            icon={<Check size={15} opacity={workspace.id === current.id ? 1 : 0} />}
            onSelect={() => go(`/workspaces/${workspace.id}`)}
          >
            {workspace.name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={<Settings size={15} />} onSelect={() => go(`/workspaces/${current.id}/settings`)}>
          {t('Settings and members')}
        </MenuItem>
        <MenuItem icon={<Plus size={15} />} onSelect={() => setMaking(true)}>
          {t('New workspace…')}
        </MenuItem>
      </Menu>
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </>
  )
}

function NewWorkspace({ onClose }: { onClose(): void }) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [name, setName] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const { workspace } = await api.createWorkspace({ name: name.trim() })
      await queries.invalidateQueries({ queryKey: ['workspaces'] })
      onClose()
      go(`/workspaces/${workspace.id}`)
    } catch (problem) {
      showError(problem)
    }
  }
  return (
    <Dialog
      title={t('New workspace')}
      description={t('A place of its own for bots, results and credentials.')}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor="workspace-name">{t('Name')}</label>
          <input id="workspace-name" className="text" value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={name.trim() === ''}>
            {t('Create')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
