import {
  ConnectionLineType,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  SelectionMode,
  useStore as useFlow,
  useReactFlow,
} from '@xyflow/react'
import { type ReactNode, useRef } from 'react'
import { t } from '../i18n/i18n.js'
import '@xyflow/react/dist/base.css'
import { useStore } from '../design/store.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { WhenOthersPresent } from '../editor/presence/if-not-alone.js'
import { useClipboard } from './actions/use-clipboard.js'
import { useDragging } from './actions/use-dragging.js'
import { CanvasLayers } from './canvas-layers.js'
import { CanvasTools } from './canvas-tools.js'
import { CanvasWindows } from './canvas-windows.js'
import { FlowEdge } from './edges/flow-edge.js'
import type { CanvasEdge, CanvasNode } from './graph.js'
import { useShortcuts } from './keys/use-shortcuts.js'
import { askForMenu } from './menus/context-menu-state.js'
import { EventNode } from './nodes/event-node.js'
import { distanceAt, Far } from './nodes/far.js'
import { GroupNode } from './nodes/group-node.js'
import { NoteNode } from './nodes/note-node.js'
import { openPicker } from './palette/picker.js'
import { useBlockDrop } from './palette/use-block-drop.js'
import { useCanvasHandlers } from './use-canvas-handlers.js'
import { useElements } from './use-elements.js'
import { useFirstView } from './view/first-view.js'
import { pointing } from './view/pointing-device.js'
import { useAddress } from './view/use-address.js'
import { useFocus } from './view/use-focus.js'
import { zoomLimits } from './view/view-address.js'
import './canvas.css'

const nodeTypes = { group: GroupNode, event: EventNode, note: NoteNode }
const edgeTypes = { flow: FlowEdge }
/**
 * Mouse, touch and keyboard settings of the canvas. The object stays the same, because React Flow updates all nodes and edges for a new
 * one.
 */
const gestures = {
  connectionLineType: ConnectionLineType.Bezier,
  connectionRadius: 24,
  elevateNodesOnSelect: false,
  minZoom: zoomLimits.min,
  maxZoom: zoomLimits.max,
  snapToGrid: true,
  snapGrid: [8, 8],
  panOnScroll: true,
  panOnDrag: [0, 1],
  panActivationKeyCode: null,
  selectionKeyCode: 'Shift',
  multiSelectionKeyCode: ['Shift', 'Meta', 'Control'],
  selectionMode: SelectionMode.Partial,
  deleteKeyCode: null,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
} satisfies ReactFlowProps
/** On a trackpad two fingers move the view, which leaves dragging free for selecting. */
const boxOnDrag = { selectionOnDrag: true, panOnDrag: [1] } satisfies ReactFlowProps
/** For read access: dragging moves the view wherever it begins. */
const lookingOnly = { nodesDraggable: false, nodesConnectable: false } satisfies ReactFlowProps
const isCoarse = matchMedia('(pointer: coarse)')

interface CanvasProps {
  /** Shown on the canvas beside the flow, in its coordinates. */
  marks: ReactNode
  /** Shown while the flow has no groups. */
  firstSteps: ReactNode
}

/** The flow as groups, events and edges that can be moved and connected. */
export function Canvas({ marks, firstSteps }: CanvasProps) {
  const editor = useBotEditor()
  const { isReadOnly } = editor
  const { screenToFlowPosition } = useReactFlow()
  const frame = useRef<HTMLDivElement>(null)
  const distance = useFlow((state) => distanceAt(state.transform[2]))
  const isFar = distance !== 'near'
  const isBoxOnDrag = useStore(pointing, (it) => it.device === 'trackpad' && !isCoarse.matches)
  const { dragged, guides, follow, move } = useDragging(frame)
  const elements = useElements(isFar, dragged)
  const { handlers, notePress } = useCanvasHandlers({ frame, elements, follow, move })
  const firstView = useFirstView(frame, elements.nodes)
  const dropping = useBlockDrop()
  useShortcuts()
  useAddress()
  useClipboard()
  useFocus(frame)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: blocks can also be added by clicking them
    <div
      className="canvas"
      tabIndex={-1}
      data-far={isFar && distance}
      data-lit={elements.hasLit}
      ref={frame}
      {...dropping}
      onPointerDownCapture={notePress}
      onContextMenu={(event) => askForMenu(editor, event)}
      onKeyDown={({ key, target }) => {
        const isNode = (target as HTMLElement).classList.contains('react-flow__node')
        if (isNode && (key === 'Enter' || key === ' ')) editor.openDetails()
      }}
      onDoubleClick={(event) => {
        if (!(event.target as HTMLElement).classList.contains('react-flow__pane')) return
        const { clientX: x, clientY: y } = event
        openPicker({ x, y, position: { at: screenToFlowPosition({ x, y }) } })
      }}
    >
      {firstView && (
        <Far value={isFar}>
          <ReactFlow<CanvasNode, CanvasEdge>
            nodes={elements.nodes as CanvasNode[]}
            edges={elements.single as CanvasEdge[]}
            defaultViewport={firstView}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            {...handlers}
            {...gestures}
            {...(isBoxOnDrag && boxOnDrag)}
            {...(isReadOnly && lookingOnly)}
            onlyRenderVisibleElements
            aria-label={t('Canvas of the flow')}
          >
            <CanvasLayers elements={elements} guides={guides} />
            {marks}
            <WhenOthersPresent show="marks" />
            {elements.isEmpty && !isReadOnly && <Panel position="top-center">{firstSteps}</Panel>}
            <Panel position="bottom-left">
              <CanvasTools />
            </Panel>
          </ReactFlow>
        </Far>
      )}
      <CanvasWindows />
    </div>
  )
}
