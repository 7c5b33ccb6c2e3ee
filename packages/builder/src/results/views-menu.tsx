import type { ResultsView } from '@colloquy/flow'
import { maxResultsViews } from '@colloquy/flow'
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { Input } from '../design/field.js'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../design/menu.js'
import { showToast } from '../design/toasts.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { isShownBy, type ShownResults, viewOf } from './views.js'

interface ViewsMenuProps {
  views: readonly ResultsView[]
  shown: ShownResults
  onOpen(view: ResultsView | undefined): void
  onChange(views: ResultsView[]): void
}

/** Filters and sorting under a name, which everybody who works on the bot shares. */
export function ViewsMenu({ views, shown, onOpen, onChange }: ViewsMenuProps) {
  const { isReadOnly } = useBotEditor()
  const [isNaming, setNaming] = useState(false)
  const current = views.find((view) => isShownBy(view, shown))
  const save = (name: string) => {
    const others = views.filter((view) => view.name !== name)
    onChange([...others, viewOf(shown, newId(), name)])
    setNaming(false)
  }
  const remove = (view: ResultsView) => {
    onChange(views.filter(({ id }) => id !== view.id))
    showToast(t('View “{name}” deleted.', { name: view.name }), { label: t('Undo'), run: () => onChange([...views]) })
  }
  if (isReadOnly && views.length === 0) return null
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className="button">
            <Bookmark size={14} /> {current?.name ?? t('Saved views')}
          </button>
        }
      >
        <MenuChoices
          label={t('Saved views')}
          chosen={current?.id ?? ''}
          choices={[['', t('All results')] as const, ...views.map(({ id, name }) => [id, name] as const)]}
          onChoose={(id) => onOpen(views.find((view) => view.id === id))}
        />
        {!isReadOnly && (
          <>
            <MenuLine />
            {current ? (
              <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => remove(current)}>
                {t('Delete “{name}”', { name: current.name })}
              </MenuItem>
            ) : (
              <MenuItem
                icon={<BookmarkPlus size={15} />}
                isDisabled={views.length >= maxResultsViews}
                onSelect={() => setNaming(true)}
              >
                {t('Save this view…')}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {isNaming && <NameDialog onSave={save} onClose={() => setNaming(false)} />}
    </>
  )
}

function NameDialog({ onSave, onClose }: { onSave(name: string): void; onClose(): void }) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <Dialog
      title={t('Save view')}
      description={t('Keeps the filters, the period and the sorting for everybody who works on this bot.')}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <Input
          label={t('Name')}
          maxLength={100}
          placeholder={t('Large teams, this month')}
          value={name}
          onChange={setName}
        />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={name.trim() === ''}>
            {t('Save view')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
