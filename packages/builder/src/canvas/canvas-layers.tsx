import { Background, BackgroundVariant, MiniMap, useReactFlow } from '@xyflow/react'
import { onDemand, Part } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'
import type { useDragging } from './actions/use-dragging.js'
import type { useElements } from './use-elements.js'
import { glide } from './view/glide.js'

const Gestures = onDemand(() => import('./view/gestures.js'), { isSoon: true })
const FarEdges = onDemand(() => import('./edges/far-edges.js'), { isSoon: true })
const GuideLines = onDemand(() => import('./layout/guide-lines.js'), { isSoon: true })

interface CanvasLayersProps {
  elements: ReturnType<typeof useElements>
  guides: ReturnType<typeof useDragging>['guides']
}

/** Layers below and above the nodes: dots, the map, edges as a picture, and lines while groups are aligned. */
export function CanvasLayers({ elements: { edges, isPicture }, guides }: CanvasLayersProps) {
  const { setCenter, getZoom } = useReactFlow()
  const lookAt = (_: unknown, { x, y }: { x: number; y: number }) => setCenter(x, y, { zoom: getZoom(), ...glide() })
  return (
    <>
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
    </>
  )
}
