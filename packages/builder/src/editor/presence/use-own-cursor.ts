import { useStore as useFlow, useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { api } from '../../service/api.js'
import { useBotEditor } from '../bot-editor.js'

/** Milliseconds between two reported positions. */
const pause = 200
/** Events that move the cursor over the flow; the wheel moves the flow below it. */
const moves = ['pointermove', 'wheel', 'dragover'] as const

/** Reports the position of the user's cursor on the canvas while it moves and others are present. */
export function useOwnCursor(): void {
  const { bot, presence } = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  const frame = useFlow((it) => it.domNode)
  useEffect(() => {
    if (!frame) return
    let position: { x: number; y: number } | undefined
    let told = 'null'
    let isMoved = false
    let isBroadcasting = false
    const sendPosition = async () => {
      const { x, y } = position ? screenToFlowPosition(position, { snapToGrid: false }) : { x: 0, y: 0 }
      const at = position ? { x: Math.round(x), y: Math.round(y) } : null
      if (JSON.stringify(at) === told || presence.people.get().people.length === 0) return
      told = JSON.stringify(at)
      // A lost position is not sent again: by then it would be outdated.
      await api.shareCursor({ botId: bot.id, client: presence.client, at }).catch(() => undefined)
    }
    const sendWhileMoving = async () => {
      isMoved = true
      if (isBroadcasting) return
      isBroadcasting = true
      while (isMoved) {
        isMoved = false
        await sendPosition()
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
      isBroadcasting = false
    }
    const move = (event: Event) => {
      const { clientX: x, clientY: y } = event as MouseEvent
      position = { x, y }
      void sendWhileMoving()
    }
    const leave = () => {
      position = undefined
      void sendWhileMoving()
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
