import { type Identified, locationOf, type Path, valueAt } from '@colloquy/flow/operations'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Conflict } from '../document/conflict.js'
import type { Held } from '../document/held.js'
import { takeMine } from '../document/take-mine.js'
import { useBotEditor, useDocument, useEditingState } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { downloadCopy } from './download-copy.js'
import './conflicts.css'

/** Places that somebody else changed first, with both versions and the choice between them, and edits that cannot be saved. */
export default function Conflicts() {
  const [conflict] = useEditingState((state) => state.conflicts)
  const [held] = useEditingState((state) => state.held)
  return (
    <>
      {conflict && <Choice conflict={conflict} />}
      {held && <Unsavable held={held} />}
    </>
  )
}

function Choice({ conflict }: { conflict: Conflict }) {
  const { editing } = useBotEditor()
  const count = useEditingState((state) => state.conflicts.length)
  const document = useDocument((it) => it)
  const { path, rescued, edge } = conflict
  const theirs = valueAt(document, path)
  const mine = rescued ? rescued.element : conflict.mine
  const canTake =
    rescued !== undefined || (edge !== undefined && conflict.reason !== 'deleted') || conflict.reason === 'changed'
  return (
    <Bar>
      <span>
        {said[conflict.reason]}: <b>{locationName(document, path, rescued?.element)}</b>
        <More count={count} />
      </span>
      <span className="grow" />
      <ShowButton path={path} />
      <button type="button" className="button small" onClick={() => editing.settle(conflict)}>
        {t('Keep theirs:')} <q className="cut">{words(theirs)}</q>
      </button>
      {canTake && (
        <button type="button" className="button small" onClick={() => editing.settle(conflict, takeMine)}>
          {rescued ? t('Restore') : t('Use mine')}: <q className="cut">{edge ? t('your connection') : words(mine)}</q>
        </button>
      )}
    </Bar>
  )
}

/** An edit that the service refuses: it stays on this page until it is corrected or undone. */
function Unsavable({ held }: { held: Held }) {
  const { editing, bot } = useBotEditor()
  const count = useEditingState((state) => state.held.length)
  const document = useDocument((it) => it)
  const [first] = held.operations
  const path = first ? locationOf(first) : []
  return (
    <Bar>
      <span>
        {t('Cannot be saved')}: <b>{locationName(document, path)}</b>
        <More count={count} />. {held.message}
      </span>
      <span className="grow" />
      <ShowButton path={path} />
      <button type="button" className="button small" onClick={() => downloadCopy(bot, editing)}>
        {t('Download my copy')}
      </button>
      <button type="button" className="button small" onClick={() => editing.discard(held)}>
        {t('Undo this change')}
      </button>
    </Bar>
  )
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div className="conflict" role="alert">
    <TriangleAlert size={16} aria-hidden />
    {children}
  </div>
)

const More = ({ count }: { count: number }) => (count > 1 ? t(' (and {count} more)', { count: count - 1 }) : null)

function ShowButton({ path }: { path: Path }) {
  const { show } = useBotEditor()
  const document = useDocument((it) => it)
  const groupId = path[0] === 'groups' ? path[1]?.slice(1) : undefined
  if (!groupId || !document.groups.some(({ id }) => id === groupId)) return null
  return (
    <button type="button" className="button small" onClick={() => show({ nodeId: groupId })}>
      {t('Show')}
    </button>
  )
}

const said = {
  changed: t('Someone else edited this'),
  deleted: t('Someone else deleted this'),
  taken: t('This is there already'),
} satisfies Record<Conflict['reason'], string>

/** Describes the path of a place in the terms that the page uses. */
function locationName(document: object, path: Path, deleted?: Identified): string {
  const names = path.flatMap((segment, depth) => {
    if (!segment.startsWith('#')) return isList.has(segment) ? [] : [plain(segment)]
    const isLast = depth === path.length - 1
    const element = (valueAt(document, path.slice(0, depth + 1)) ?? (isLast ? deleted : undefined)) as
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
  if (value === undefined) return t('deleted')
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
