import { Dialog as Base } from '@base-ui/react/dialog'
import type { Exit } from '@colloquy/flow/operations'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { summaryOf } from '../catalogue/summary.js'
import { say } from '../design/toasts.js'
import { connect } from '../document/commands/connect.js'
import { isNote } from '../document/is-note.js'
import { newId } from '../document/new-id.js'
import { asked } from './target-picker-state.js'
import { useNames } from './use-names.js'

/** The window that draws an edge without a pointer. */
export default function TargetPicker({ from, name }: { from: Exit; name: string }) {
  const { editing } = useStudio()
  const names = useNames()
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const targets = useMemo(
    () =>
      editing.document.groups
        .filter((group) => !isNote(group))
        .flatMap((group) => [
          { id: group.id, to: { groupId: group.id }, label: group.title || 'Untitled', hint: 'Group' },
          ...group.blocks.slice(1).map((block) => ({
            id: `${group.id} ${block.id}`,
            to: { groupId: group.id, blockId: block.id },
            label: summaryOf(block, names) || entryOf(block).label,
            hint: `${entryOf(block).label} in ${group.title || 'Untitled'}`,
          })),
        ]),
    [editing, names],
  )
  const words = search.trim().toLowerCase().split(/\s+/)
  const found = targets
    .filter(({ label, hint }) => words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)))
    .slice(0, 80)
  const close = () => asked.set({ request: undefined })
  const choose = (target: (typeof targets)[number] | undefined) => {
    if (!target) return
    close()
    editing.run('Connect', connect(newId(), from, target.to))
    say(`${name} leads to ${target.label}`)
  }
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog palette-window">
          <Base.Title className="visually-hidden">Where {name} leads</Base.Title>
          <label className="row">
            <Search size={16} aria-hidden />
            <span className="visually-hidden">Find a group or a block</span>
            <input
              className="text"
              placeholder={`${name} leads to…`}
              role="combobox"
              aria-expanded
              aria-controls="target-results"
              aria-activedescendant={found[index] && `target-${index}`}
              value={search}
              onChange={(event) => [setSearch(event.target.value), setIndex(0)]}
              onKeyDown={(event) => {
                if (event.key === 'Enter') [event.preventDefault(), choose(found[index])]
                if (event.key === 'ArrowDown') [event.preventDefault(), setIndex(Math.min(index + 1, found.length - 1))]
                if (event.key === 'ArrowUp') [event.preventDefault(), setIndex(Math.max(index - 1, 0))]
              }}
            />
          </label>
          <div className="palette-results" id="target-results" role="listbox" aria-label="Groups and blocks">
            {found.map((target, position) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
              <div
                key={target.id}
                id={`target-${position}`}
                className="menu-item"
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                onClick={() => choose(target)}
              >
                <span className="grow cut">{target.label}</span>
                <span className="faint cut">{target.hint}</span>
              </div>
            ))}
            {found.length === 0 && <p className="empty">No group has these words.</p>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
