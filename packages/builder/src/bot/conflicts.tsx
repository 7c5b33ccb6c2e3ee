import { valueAt } from '@colloquy/flow/operations'
import { TriangleAlert } from 'lucide-react'
import type { Conflict } from '../document/conflict.js'
import { useBotEditor, useDocument, useEditingState } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import './conflicts.css'

/** Places that somebody else changed first: both versions, and the choice between them. */
export default function Conflicts() {
  const { editing, show } = useBotEditor()
  const conflicts = useEditingState((state) => state.conflicts)
  const document = useDocument((it) => it)
  const [conflict] = conflicts
  if (!conflict) return null
  const { path, rescued, edge } = conflict
  const groupId = path[0] === 'groups' ? path[1]?.slice(1) : undefined
  const isThere = document.groups.some(({ id }) => id === groupId)
  const theirs = valueAt(document, path)
  const mine = rescued ? rescued.element : conflict.mine
  const canTake =
    rescued !== undefined || (edge !== undefined && conflict.reason !== 'deleted') || conflict.reason === 'changed'
  return (
    <div className="conflict" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <span>
        {said[conflict.reason]}: <b>{placeName(document, conflict)}</b>
        {conflicts.length > 1 && t(' (and {count} more)', { count: conflicts.length - 1 })}
      </span>
      <span className="grow" />
      {groupId && isThere && (
        <button type="button" className="button small" onClick={() => show({ nodeId: groupId })}>
          {t('Show')}
        </button>
      )}
      <button type="button" className="button small" onClick={() => editing.settle(conflict, 'theirs')}>
        {t('Keep theirs:')} <q className="cut">{words(theirs)}</q>
      </button>
      {canTake && (
        <button type="button" className="button small" onClick={() => editing.settle(conflict, 'mine')}>
          {rescued ? t('Restore') : t('Use mine')}: <q className="cut">{edge ? t('your connection') : words(mine)}</q>
        </button>
      )}
    </div>
  )
}

const said = {
  changed: t('Someone else edited this'),
  deleted: t('Someone else deleted this'),
  taken: t('This is there already'),
} satisfies Record<Conflict['reason'], string>

/** Describes the path of a place in the terms that the page uses. */
function placeName(document: object, { path, rescued }: Conflict): string {
  const names = path.flatMap((segment, depth) => {
    if (!segment.startsWith('#')) return isList.has(segment) ? [] : [plain(segment)]
    const isLast = depth === path.length - 1
    const element = (valueAt(document, path.slice(0, depth + 1)) ?? (isLast ? rescued?.element : undefined)) as
      | { title?: string; name?: string; type?: string; content?: unknown }
      | undefined
    const name = element?.title ?? element?.name ?? element?.type
    return name === undefined || name === '' ? [] : [name]
  })
  return names.join(' › ') || plain(path[0] ?? '')
}

const isList = new Set(['groups', 'blocks', 'items', 'edges', 'variables', 'events', 'paths', 'options', 'content'])

/** `graphCoordinates` → "place", `outgoingEdgeId` → "connection", `isEnabled` → "is enabled". */
const plain = (key: string): string =>
  ({ graphCoordinates: t('place on the canvas'), outgoingEdgeId: t('connection'), richText: t('words') })[key] ??
  key.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)

const words = (value: unknown): string => {
  if (value === undefined) return 'deleted'
  if (typeof value !== 'object' || value === null) return String(value)
  const { title, name } = value as { title?: string; name?: string }
  return title ?? name ?? (textIn(value).slice(0, 80) || t('as edited'))
}

/** Text found anywhere inside a value, such as the text of a message. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const { text, x, y } = value as { text?: unknown; x?: unknown; y?: unknown }
  if (typeof text === 'string') return text
  if (typeof x === 'number' && typeof y === 'number') return `${x}, ${y}`
  return Object.values(value).map(textIn).filter(Boolean).join(' ')
}
