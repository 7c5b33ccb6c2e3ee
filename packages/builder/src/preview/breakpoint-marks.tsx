import type { Block, Group } from '@colloquy/flow'
import { ViewportPortal } from '@xyflow/react'
import { useMemo } from 'react'
import { isCollapsed, layoutOf, sizes } from '../canvas/layout/layout.js'
import { focusChosen } from '../canvas/view/focus-chosen.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useStore } from '../design/store.js'
import { nothing, useBotEditor, useDocument } from '../editor/bot-editor.js'
import { breakpoints, toggleBreakpoint, useBreakpoints } from '../editor/breakpoints.js'
import { t } from '../i18n/i18n.js'
import './breakpoints.css'

/** On the canvas: the blocks before which previews stop, and the one before which a preview stands. */
export function BreakpointMarks() {
  const editor = useBotEditor()
  const ids = useBreakpoints(editor.bot.id)
  const isOff = useStore(breakpoints, (it) => it.isOff)
  const stoppedAt = useStore(breakpoints, (it) => it.stoppedAt)
  const groups = useDocument((document) => document.groups)
  const marks = useMemo(
    () => (ids.length === 0 && !stoppedAt ? [] : groups.flatMap((group) => marksOf(group, ids, stoppedAt))),
    [groups, ids, stoppedAt],
  )
  return (
    <ViewportPortal>
      {marks.map(({ block, group, x, y, isSet }) => (
        <div key={block.id} className="breakpoint-place" style={{ transform: `translate(${x}px, ${y}px)` }}>
          {isSet && (
            <button
              type="button"
              className="breakpoint-mark nopan nodrag"
              data-off={isOff}
              aria-label={t('Breakpoint before {label} in {title}. Remove', {
                label: entryOf(block).label,
                title: group.title || t('Untitled'),
              })}
              title={t('Previews stop here. Click to remove (B)')}
              onClick={() => {
                toggleBreakpoint(editor, block.id)
                focusChosen({ ...nothing, blockId: block.id })
              }}
            />
          )}
          {block.id === stoppedAt && <span className="stop-mark">{t('Stopped here')}</span>}
        </div>
      ))}
    </ViewportPortal>
  )
}

interface Mark {
  block: Block
  group: Group
  x: number
  y: number
  isSet: boolean
}

/** In a collapsed group they stand in a row beside its title. */
function marksOf(group: Group, ids: readonly string[], stoppedAt: string | undefined): Mark[] {
  const { x, y } = group.graphCoordinates
  const marked = layoutOf(group).blocks.filter(({ block }) => ids.includes(block.id) || block.id === stoppedAt)
  const isFolded = isCollapsed(group)
  return marked.map(({ block, y: top }, index) => ({
    block,
    group,
    x: isFolded ? x + index * 20 : x + sizes.padding,
    y: isFolded ? y : y + top,
    isSet: ids.includes(block.id),
  }))
}
