import { TriangleAlert } from 'lucide-react'
import type { Conflict } from '../document/merge.js'
import { useEditingState, useStudio } from './studio.js'

/** Places that somebody else changed at the same time: both versions, and the choice between them. */
export function Conflicts() {
  const { editing, show } = useStudio()
  const conflicts = useEditingState((state) => state.conflicts)
  const [conflict] = conflicts
  if (!conflict) return null
  const groupId = conflict.path[0] === 'groups' ? conflict.path[1]?.slice(1) : undefined
  return (
    <div className="conflict" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <span>
        Changed here and elsewhere{conflicts.length > 1 && ` (${conflicts.length} places)`}: {nameOf(conflict)}
      </span>
      <span className="grow" />
      {groupId && (
        <button type="button" className="button small" onClick={() => show({ nodeId: groupId })}>
          Show
        </button>
      )}
      <button type="button" className="button small" onClick={() => editing.settle(conflict, 'mine')}>
        Keep yours: <q className="cut">{words(conflict.mine)}</q>
      </button>
      <button type="button" className="button small" onClick={() => editing.settle(conflict, 'theirs')}>
        Take the other: <q className="cut">{words(conflict.theirs)}</q>
      </button>
    </div>
  )
}

const nameOf = ({ path }: Conflict) => path.filter((part) => !part.startsWith('#')).join(' › ')

const words = (value: unknown): string => {
  if (value === undefined) return 'deleted'
  if (typeof value === 'object' && value !== null) return String((value as { title?: string }).title ?? 'as edited')
  return String(value)
}
