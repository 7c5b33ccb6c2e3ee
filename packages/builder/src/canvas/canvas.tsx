import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  SelectionMode,
  useStore as useFlow,
  useReactFlow,
  type Viewport,
} from '@xyflow/react'
import { type MouseEvent as ReactMouseEvent, type ReactNode, useMemo, useRef } from 'react'
import { t } from '../i18n/i18n.js'
import '@xyflow/react/dist/base.css'
import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { useSteady } from '../design/use-steady.js'
import { useBotEditor, useDocument, useView } from '../editor/bot-editor.js'
import { WhenOthersPresent } from '../editor/presence/if-not-alone.js'
import { useClipboard } from './actions/use-clipboard.js'
import { useDragging } from './actions/use-dragging.js'
import { CanvasTools } from './canvas-tools.js'
import { CanvasWindows } from './canvas-windows.js'
import { FlowEdge } from './edges/flow-edge.js'
import { lightEdges } from './edges/light-edges.js'
import { useDrawing } from './edges/use-drawing.js'
import { type CanvasEdge, type CanvasNode, createEdgeMaker, createNodeMaker } from './graph.js'
import { useShortcuts } from './keys/use-shortcuts.js'
import { askForMenu } from './menus/context-menu-state.js'
import { EventNode } from './nodes/event-node.js'
import { distanceAt, Far } from './nodes/far.js'
import { GroupNode } from './nodes/group-node.js'
import { NoteNode } from './nodes/note-node.js'
import { openPicker } from './palette/picker.js'
import { useBlockDrop } from './palette/use-block-drop.js'
import { useFirstView } from './view/first-view.js'
import { glide } from './view/glide.js'
import { pointing } from './view/pointing-device.js'
import { useAddress } from './view/use-address.js'
import { useFocus } from './view/use-focus.js'
import { saveViewInAddress, zoomLimits } from './view/view-address.js'
import './canvas.css'

const Gestures = onDemand(() => import('./view/gestures.js'), { isSoon: true })
const FarEdges = onDemand(() => import('./edges/far-edges.js'), { isSoon: true })
const GuideLines = onDemand(() => import('./layout/guide-lines.js'), { isSoon: true })
/** Farthest distance in pixels between press and release of a click. */
const maxShareOfClick = 4
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
/** Maximum number of edges that are rendered one by one, and can be chosen, while zoomed out. */
const maxFarEdges = 300

interface CanvasProps {
  /** Shown on the canvas beside the flow, in its coordinates. */
  marks: ReactNode
  /** Shown while the flow has no groups. */
  firstSteps: ReactNode
}

/** The flow as groups, events and edges that can be moved and connected. */
export function Canvas({ marks, firstSteps }: CanvasProps) {
  const editor = useBotEditor()
  const { view, select, isReadOnly } = editor
  const { screenToFlowPosition, setCenter, getZoom } = useReactFlow()
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ target: EventTarget; clientX: number; clientY: number }>(undefined)
  const document_ = useDocument((document) => document)
  const distance = useFlow((state) => distanceAt(state.transform[2]))
  const isFar = distance !== 'near'
  const nodeIds = useView((it) => it.nodeIds)
  const edgeIds = useView((it) => it.edgeIds)
  const blockId = useView((it) => it.blockId)
  const isBoxOnDrag = useStore(pointing, (it) => it.device === 'trackpad' && !isCoarse.matches)
  const { dragged, guides, follow, move } = useDragging(frame)
  const { draw, drawEnd } = useDrawing()
  const makeNodes = useMemo(createNodeMaker, [])
  const nodes = useMemo(() => makeNodes(document_, nodeIds, dragged), [makeNodes, document_, nodeIds, dragged])
  const makeEdges = useMemo(createEdgeMaker, [])
  const edges = useMemo(
    () => makeEdges(document_, { edgeIds, nodeIds, blockId }),
    [makeEdges, document_, edgeIds, nodeIds, blockId],
  )
  const isPicture = isFar && edges.length > maxFarEdges
  const single = useMemo(() => (isPicture ? edges.filter(({ selected }) => selected) : edges), [edges, isPicture])
  const hasLit = useMemo(() => single.some(({ selected, className }) => selected || className === 'lit'), [single])
  const firstView = useFirstView(frame, nodes)
  useShortcuts()
  useAddress()
  useClipboard()
  useFocus(frame)

  const changeNodes = (changes: NodeChange<CanvasNode>[]) => {
    move(changes, nodes)
    const chosen = changed(view.get().nodeIds, changes)
    if (chosen) select({ nodeIds: chosen, edgeIds: view.get().edgeIds })
  }
  const changeEdges = (changes: EdgeChange<CanvasEdge>[]) => {
    const chosen = changed(view.get().edgeIds, changes)
    if (chosen) select({ edgeIds: chosen, nodeIds: view.get().nodeIds })
  }
  const lookAt = (_: unknown, { x, y }: { x: number; y: number }) => setCenter(x, y, { zoom: getZoom(), ...glide() })
  const dropping = useBlockDrop()
  const handlers = useSteady({
    onNodesChange: changeNodes,
    onNodeDrag: follow,
    onSelectionDrag: (event: unknown, [node]: CanvasNode[]) => node && follow(event as MouseEvent, node, []),
    onEdgesChange: changeEdges,
    onConnect: draw,
    onConnectEnd: drawEnd,
    onNodeClick: editor.openDetails,
    onNodeMouseEnter: (_: unknown, { id }: CanvasNode) => isPicture || lightEdges(frame.current!, single, id),
    onNodeMouseLeave: () => isPicture || lightEdges(frame.current!, single, undefined),
    // If the canvas moves between press and release, the browser reports a click on a node as one on the pane: it belongs to the node.
    onPaneClick: ({ target, clientX, clientY }: ReactMouseEvent) => {
      const press = pressed.current
      if (press?.target === target) return select({})
      const isNear = press && Math.hypot(clientX - press.clientX, clientY - press.clientY) < maxShareOfClick
      if (isNear && press.target instanceof HTMLElement && !press.target.closest('.port')) press.target.click()
    },
    onMoveEnd: (_: unknown, viewport: Viewport) => {
      editor.canvas.viewport = viewport
      saveViewInAddress(viewport, frame.current!.getBoundingClientRect())
    },
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: blocks can also be added by clicking them
    <div
      className="canvas"
      tabIndex={-1}
      data-far={isFar && distance}
      data-lit={hasLit}
      ref={frame}
      {...dropping}
      onPointerDownCapture={({ target, clientX, clientY }) => {
        pressed.current = { target, clientX, clientY }
      }}
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
            nodes={nodes as CanvasNode[]}
            edges={single as CanvasEdge[]}
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
            <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} color="var(--canvas-dot)" />
            <MiniMap
              className="minimap"
              style={{ width: 160, height: 110 }}
              pannable
              zoomable
              onClick={lookAt}
              nodeColor="var(--line-strong)"
              maskColor="color-mix(in srgb, var(--canvas) 75%, transparent)"
              ariaLabel={t('Map of the flow')}
            />
            {isPicture && (
              <Part>
                <FarEdges edges={edges} />
              </Part>
            )}
            {guides.length > 0 && (
              <Part>
                <GuideLines guides={guides} />
              </Part>
            )}
            <Part>
              <Gestures />
            </Part>
            {marks}
            <WhenOthersPresent show="marks" />
            {document_.groups.length === 0 && !isReadOnly && <Panel position="top-center">{firstSteps}</Panel>}
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

/** Returns the selection after changes; undefined when it stays the same. */
function changed(chosen: ReadonlySet<string>, changes: readonly { type: string; id?: string; selected?: boolean }[]) {
  const next = new Set(chosen)
  for (const { type, id, selected } of changes) {
    if (type !== 'select' || id === undefined) continue
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next.size === chosen.size && [...next].every((id) => chosen.has(id)) ? undefined : next
}
