import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react'
import { Plus, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { disconnect } from '../document/commands/disconnect.js'
import { useFar } from './far.js'
import type { CanvasEdge } from './graph.js'
import { openPicker } from './picker.js'

/** An edge. Below the pointer it offers to have a block put into it, and once chosen also to be removed. */
export const FlowEdge = memo((props: EdgeProps<CanvasEdge>) => {
  const { id, selected, data } = props
  const { editing, isReadOnly } = useStudio()
  const isFar = useFar()
  const [isHovered, setHovered] = useState(false)
  const [path, x, y] = data?.isBack
    ? getSmoothStepPath({ ...props, borderRadius: 24, offset: 28 })
    : getBezierPath(props)
  // What is drawn elsewhere by a portal is inside of it, too: the pointer comes from the edge to its tools without leaving.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an edge that is chosen by a key offers the same
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
              aria-label="Put a block into this edge"
              onClick={(event) =>
                openPicker({ x: event.clientX, y: event.clientY, place: { at: { x: x - 140, y: y - 30 }, edgeId: id } })
              }
            >
              <Plus size={14} />
            </button>
            {selected && (
              <button
                type="button"
                className="button small icon-only"
                aria-label="Remove this edge"
                onClick={() => editing.run('Remove edge', disconnect([id]))}
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
