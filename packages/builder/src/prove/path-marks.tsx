import { exitKey } from '@colloquy/flow/operations'
import type { TurnPair } from '@colloquy/prove'
import { useInternalNode, ViewportPortal } from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type BothPaths, bothPaths, sourceOf } from './both-paths.js'
import { markPaths } from './path-sheet.js'

interface PathMarksProps {
  turns: readonly TurnPair[]
  /** The version with which the conversation was held. */
  release: Parameters<typeof bothPaths>[2]
}

/**
 * Shows the paths of one conversation through both versions on the canvas. Blocks and edges of the draft are marked in place; groups and
 * edges that exist only in the published version are added at their former positions.
 */
export function PathMarks({ turns, release }: PathMarksProps) {
  const draft = useDocument((it) => it)
  const paths = useMemo(() => bothPaths(turns, draft, release), [turns, draft, release])
  useEffect(() => markPaths(paths), [paths])
  return (
    <ViewportPortal>
      {paths.lostGroups.map(({ id, title, graphCoordinates: { x, y } }) => (
        <div
          key={id}
          className="lost-group"
          aria-hidden="true"
          style={{ transform: `translate(${x}px, ${y}px)`, ...lostSize }}
        >
          <strong className="cut">{title || t('Untitled')}</strong>
          <span>{t('Published only')}</span>
        </div>
      ))}
      {paths.lostEdges.map((edge) => (
        <LostWay key={edge.id} edge={edge} release={release} />
      ))}
    </ViewportPortal>
  )
}

/** Roughly the size of a group with two blocks. */
const lostSize = { width: 280, height: 96 }

interface LostWayProps {
  edge: BothPaths['lostEdges'][number]
  release: PathMarksProps['release']
}

function LostWay({ edge, release }: LostWayProps) {
  const start = useBox(sourceOf(edge, release), release, exitKey(edge.from))
  const end = useBox(edge.to.groupId, release)
  if (!start || !end) return null
  const [x1, y1, x2, y2] = [start.x + start.width, start.exitY, end.x, end.y + entryY]
  const bend = Math.max(60, Math.abs(x2 - x1) / 2)
  return (
    <svg className="lost-way" aria-hidden="true">
      <path d={`M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`} />
    </svg>
  )
}

/** Distance from the top of a group to the point where an edge enters it, in pixels. */
const entryY = 24

/**
 * Box of a node on the canvas, or in the published version, and the height at which edges leave it: at the exit, or halfway down if the
 * exit no longer exists.
 */
function useBox(id: string | undefined, { groups }: PathMarksProps['release'], exit?: string) {
  const node = useInternalNode(id ?? '')
  if (!node) {
    const lost = groups.find((group) => group.id === id)
    return lost && { ...lost.graphCoordinates, ...lostSize, exitY: lost.graphCoordinates.y + lostSize.height / 2 }
  }
  const { positionAbsolute, handleBounds } = node.internals
  const { x, y } = positionAbsolute
  const handle = handleBounds?.source?.find((one) => one.id === exit)
  const [width, height] = [node.measured.width ?? node.width ?? 0, node.measured.height ?? node.height ?? 0]
  return { x, y, width, exitY: y + (handle ? handle.y + handle.height / 2 : height / 2) }
}
