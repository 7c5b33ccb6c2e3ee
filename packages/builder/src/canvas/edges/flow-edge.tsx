import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import { Plus, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { disconnect } from '../../document/commands/disconnect.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import type { CanvasEdge } from '../graph.js'
import { useFar } from '../nodes/far.js'
import { openPicker } from '../palette/picker.js'
import { cornersOf, type Route } from './route-edges.js'

/** An edge. On hover it offers to insert a block, and once chosen also to remove the edge. */
export const FlowEdge = memo((props: EdgeProps<CanvasEdge>) => {
  const { id, selected, data } = props
  const { editing, isReadOnly } = useBotEditor()
  const isFar = useFar()
  const [isHovered, setHovered] = useState(false)
  const [path, x, y] = data?.route ? routedPath(props, data.route) : getBezierPath(props)
  // A portal counts as part of this element for React, so the cursor moves from the edge to its tools without a leave event.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an edge chosen with the keyboard offers the same
    <g onMouseEnter={(event) => setHovered(event.buttons === 0)} onMouseLeave={() => setHovered(false)}>
      {isFar ? (
        <path className="react-flow__edge-path" d={path} fill="none" />
      ) : (
        <BaseEdge path={path} markerEnd={props.markerEnd} interactionWidth={18} />
      )}
      {!isReadOnly && (selected || (isHovered && !isFar)) && (
        <EdgeLabelRenderer>
          <div
            className="edge-tools nodrag nopan"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            <button
              type="button"
              className="button small icon-only"
              aria-label={t('Put a block into this edge')}
              onClick={(event) =>
                openPicker({
                  x: event.clientX,
                  y: event.clientY,
                  position: { at: { x: x - 140, y: y - 30 }, edgeId: id },
                })
              }
            >
              <Plus size={14} />
            </button>
            {selected && (
              <button
                type="button"
                className="button small icon-only"
                aria-label={t('Remove this edge')}
                onClick={() => editing.run(t('Remove edge'), disconnect([id]))}
              >
                <Trash2 size={13} />
              </button>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  )
})

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'>

/** The path of a route with round corners, and its midpoint. */
function routedPath({ sourceX, sourceY, targetX, targetY }: Ends, route: Route): [string, number, number] {
  const corners = cornersOf({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, route)
  const inner = corners.slice(1, -1).map(([x, y], index) => {
    const [before, after] = [corners[index]!, corners[index + 2]!]
    const radius = Math.min(16, distance(before, [x, y]) / 2, distance([x, y], after) / 2)
    const towards = ([toX, toY]: [number, number]) =>
      `${x + Math.sign(toX - x) * radius} ${y + Math.sign(toY - y) * radius}`
    return `L${towards(before)} Q${x} ${y} ${towards(after)}`
  })
  const path = [`M${sourceX} ${sourceY}`, ...inner, `L${targetX} ${targetY}`].join(' ')
  return [path, (sourceX + route.out + targetX - route.into) / 2, route.y]
}

/** Distance between two points on a horizontal or vertical line. */
const distance = (a: [number, number], b: [number, number]) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1])
