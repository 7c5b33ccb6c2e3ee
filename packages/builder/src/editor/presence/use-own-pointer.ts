import { useStore as useFlow, useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { request } from '../../service/request.js'
import { useStudio } from '../studio.js'

/** Milliseconds between two places that are told. */
const pause = 200
/** What moves a pointer over the flow; the wheel moves the flow below it. */
const moves = ['pointermove', 'wheel', 'dragover'] as const

/** Tells the others where one points on the canvas: while the pointer moves, and while there are others. */
export function useOwnPointer(): void {
  const { bot, presence } = useStudio()
  const { screenToFlowPosition } = useReactFlow()
  const frame = useFlow((it) => it.domNode)
  useEffect(() => {
    if (!frame) return
    let place: { x: number; y: number } | undefined
    let told = 'null'
    let isMoved = false
    let isTelling = false
    const tell = async () => {
      const { x, y } = place ? screenToFlowPosition(place, { snapToGrid: false }) : { x: 0, y: 0 }
      const at = place ? { x: Math.round(x), y: Math.round(y) } : null
      if (JSON.stringify(at) === told || presence.people.get().people.length === 0) return
      told = JSON.stringify(at)
      // What is lost is of no interest by the time that it could be told again.
      await request<'tellPointer'>('POST', `bots/${bot.id}/pointer`, { client: presence.client, at }).catch(
        () => undefined,
      )
    }
    const tellAll = async () => {
      isMoved = true
      if (isTelling) return
      isTelling = true
      while (isMoved) {
        isMoved = false
        await tell()
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
      isTelling = false
    }
    const move = (event: Event) => {
      const { clientX: x, clientY: y } = event as MouseEvent
      place = { x, y }
      void tellAll()
    }
    const leave = () => {
      place = undefined
      void tellAll()
    }
    const look = () => document.visibilityState === 'hidden' && leave()
    for (const kind of moves) frame.addEventListener(kind, move, { passive: true, capture: true })
    frame.addEventListener('pointerleave', leave)
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const kind of moves) frame.removeEventListener(kind, move, { capture: true })
      frame.removeEventListener('pointerleave', leave)
      document.removeEventListener('visibilitychange', look)
      leave()
    }
  }, [bot, presence, frame, screenToFlowPosition])
}
