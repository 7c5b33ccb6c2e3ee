import type { Group } from '@colloquy/flow'
import { ViewportPortal } from '@xyflow/react'
import { MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import { isCollapsed, layoutOf, sizes } from '../canvas/layout/layout.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { countsOf, useThreads } from './use-threads.js'
import './comments.css'

/** On the canvas: how much was said about groups and blocks, each mark leading to it. */
export function CommentMarks() {
  const editor = useBotEditor()
  const threads = useThreads()
  const groups = useDocument((document) => document.groups)
  const counts = useMemo(() => countsOf(threads), [threads])
  const marks = useMemo(
    () => (counts.size === 0 ? [] : groups.flatMap((group) => marksOf(group, counts))),
    [groups, counts],
  )
  return (
    <ViewportPortal>
      {marks.map(({ id, name, location, x, y, count }) => (
        <button
          key={id}
          type="button"
          className="comment-mark nopan nodrag"
          style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
          aria-label={t('{count, plural, one {# comment} other {# comments}} on {name}', { count, name })}
          onClick={() => {
            editor.select(location)
            editor.view.set({ panel: 'comments' })
          }}
        >
          <MessageSquareText size={12} aria-hidden /> {count}
        </button>
      ))}
    </ViewportPortal>
  )
}

function marksOf(group: Group, counts: ReadonlyMap<string, number>) {
  const { x, y } = group.graphCoordinates
  const name = group.title || t('Untitled')
  const own = counts.get(group.id) ?? 0
  const placed = layoutOf(group).blocks.filter(({ block }) => counts.has(block.id))
  const right = x + sizes.width - 4
  const hidden = isCollapsed(group) ? placed.reduce((sum, { block }) => sum + counts.get(block.id)!, 0) : 0
  const ofGroup = { id: group.id, name, location: { nodeIds: new Set([group.id]) }, x: right - 20, y }
  return [
    ...(own + hidden > 0 ? [{ ...ofGroup, count: own + hidden }] : []),
    ...(hidden > 0 ? [] : placed).map((it) => ({
      id: it.block.id,
      name: t('a block of {name}', { name }),
      location: { blockId: it.block.id },
      x: right - 20,
      y: y + it.y,
      count: counts.get(it.block.id)!,
    })),
  ]
}
