import { useStore as useFlow, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { isTyping } from '../../design/is-typing.js'
import { useStore } from '../../design/store.js'
import { t } from '../../i18n/i18n.js'
import { looksLikeWheel } from './looks-like-wheel.js'
import { type PointingDevice, pointing } from './pointing-device.js'
import { zoomLimits } from './view-address.js'
import './gestures.css'

/** Descriptions of nodes and edges for screen readers, and the announcement when keys move a node. */
const onNode = t('Enter opens the details, arrow keys move it, Delete removes it.')
const spoken = {
  'node.a11yDescription.default': onNode,
  'node.a11yDescription.keyboardDisabled': onNode,
  'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) => t('Moved to {x}, {y}', { x, y }),
  'edge.a11yDescription.default': t('Enter selects the edge, Delete removes it.'),
}

/**
 * Gestures that React Flow does not have: a wheel zooms, and the view can be dragged from anywhere. Also sets the texts for screen
 * readers, because no page waits for them.
 */
export default function Gestures() {
  const { getViewport, setViewport } = useReactFlow()
  const frame = useFlow((it) => it.domNode)
  const flow = useStoreApi()
  useEffect(() => flow.setState({ ariaLabelConfig: { ...flow.getState().ariaLabelConfig, ...spoken } }), [flow])
  const device = useStore(pointing, (it) => it.device)
  useEffect(
    () => (frame ? zoomByWheel(frame, device, { getViewport, setViewport }) : undefined),
    [frame, device, getViewport, setViewport],
  )
  useEffect(
    () => (frame ? takeHold(frame, { getViewport, setViewport }) : undefined),
    [frame, getViewport, setViewport],
  )
  useEffect(() => (frame ? pinch(frame, { getViewport, setViewport }) : undefined), [frame, getViewport, setViewport])
  useEffect(() => (frame ? slide(frame, { getViewport, setViewport }) : undefined), [frame, getViewport, setViewport])
  return null
}

type View = Pick<ReturnType<typeof useReactFlow>, 'getViewport' | 'setViewport'>

/** Milliseconds without a wheel event after which the next one may come from another device. */
const pause = 300

/** The wheel of a mouse zooms to the cursor. With Shift, or with two fingers on a trackpad, it moves the canvas. */
function zoomByWheel(frame: HTMLElement, device: PointingDevice, { getViewport, setViewport }: View): () => void {
  let last = { at: 0, isWheel: false }
  const turn = (event: WheelEvent) => {
    const isNew = event.timeStamp - last.at > pause
    last = { at: event.timeStamp, isWheel: isNew ? looksLikeWheel(event) : last.isWheel }
    const isZooming = device === 'mouse' || (device === 'automatic' && last.isWheel)
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.deltaY === 0
    if (!isZooming || isOther || (event.target as Element).closest('.nowheel, .minimap')) return
    event.preventDefault()
    event.stopPropagation()
    // As much per notch as with Control, which React Flow handles itself.
    const factor = 2 ** (-event.deltaY * (event.deltaMode === 0 ? 0.002 : 0.05))
    zoomAt(frame, event, getViewport().zoom * factor, { getViewport, setViewport })
  }
  frame.addEventListener('wheel', turn, { capture: true, passive: false })
  return () => frame.removeEventListener('wheel', turn, { capture: true })
}

/** Zooms to a factor, as far as the limits allow; what is below the given point of the page stays there. */
function zoomAt(
  frame: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  factor: number,
  { getViewport, setViewport }: View,
): void {
  const { x, y, zoom } = getViewport()
  const next = Math.min(Math.max(factor, zoomLimits.min), zoomLimits.max)
  const { left, top } = frame.getBoundingClientRect()
  const at = { x: clientX - left, y: clientY - top }
  const along = next / zoom
  void setViewport({ x: at.x - (at.x - x) * along, y: at.y - (at.y - y) * along, zoom: next })
}

/** The event that Safari sends while two fingers pinch a trackpad, where other browsers send a wheel with Control. */
type GestureEvent = UIEvent & { scale: number; clientX: number; clientY: number }

/** A pinch on a trackpad zooms the canvas in Safari too, which otherwise zooms the page. Touch screens are left to React Flow. */
function pinch(frame: HTMLElement, view: View): () => void {
  if (isTouchScreen.matches) return () => undefined
  let from = 1
  const begin = (event: Event) => {
    event.preventDefault()
    from = view.getViewport().zoom
  }
  const change = (event: Event) => {
    event.preventDefault()
    const gesture = event as GestureEvent
    zoomAt(frame, gesture, from * gesture.scale, view)
  }
  frame.addEventListener('gesturestart', begin)
  frame.addEventListener('gesturechange', change)
  return () => {
    frame.removeEventListener('gesturestart', begin)
    frame.removeEventListener('gesturechange', change)
  }
}

const isTouchScreen = matchMedia('(pointer: coarse)')

/** With Space held down, or with the middle button, a drag moves the view wherever it begins, even on a group. */
function takeHold(frame: HTMLElement, { getViewport, setViewport }: View): () => void {
  let isSpace = false
  let hasMoved = false
  let from: { x: number; y: number } | undefined
  const show = () => {
    if (from) frame.dataset.hand = 'holding'
    else if (isSpace) frame.dataset.hand = 'open'
    else delete frame.dataset.hand
  }
  const press = (event: MouseEvent) => {
    if (event.button !== 1 && !(event.button === 0 && isSpace)) return
    const target = event.target as Element
    if (!frame.contains(target) || target.closest('.minimap, .canvas-tools')) return
    // Elements below are neither dragged nor chosen, and the browser does not start scrolling with the middle button.
    event.stopPropagation()
    if (event.type !== 'mousedown') return
    event.preventDefault()
    const { x, y } = getViewport()
    from = { x: event.clientX - x, y: event.clientY - y }
    hasMoved = false
    show()
  }
  const move = (event: MouseEvent) => {
    if (!from) return
    hasMoved = true
    void setViewport({ x: event.clientX - from.x, y: event.clientY - from.y, zoom: getViewport().zoom })
  }
  const release = () => {
    if (!from) return
    from = undefined
    show()
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
  }
  const hold = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isTyping(event) || isSpace) return
    isSpace = true
    hasMoved = false
    show()
  }
  const letGo = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !isSpace) return
    // Space was held to move the view, not to press the focused button.
    if (hasMoved) event.preventDefault()
    isSpace = false
    show()
  }
  const leave = () => {
    isSpace = false
    from = undefined
    show()
  }
  const listeners = [
    ['pointerdown', press],
    ['mousedown', press],
    ['mousemove', move],
    ['mouseup', release],
    ['keydown', hold],
    ['keyup', letGo],
    ['blur', leave],
  ] as const
  // Runs before any other listener on the page.
  for (const [kind, listen] of listeners) window.addEventListener(kind, listen as EventListener, { capture: true })
  return () => {
    for (const [kind, listen] of listeners) window.removeEventListener(kind, listen as EventListener, { capture: true })
  }
}

/** One finger that begins on a block moves the view, as on empty space: blocks cover most of a small screen. */
function slide(frame: HTMLElement, { getViewport, setViewport }: View): () => void {
  let from: { x: number; y: number } | undefined
  const press = ({ touches, target }: TouchEvent) => {
    const [touch] = touches
    const isOnBlock = (target as Element).closest('.block') && !(target as Element).closest('.react-flow__handle')
    from = undefined
    if (!touch || touches.length > 1 || !isOnBlock) return
    const { x, y } = getViewport()
    from = { x: touch.clientX - x, y: touch.clientY - y }
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (!from || !touch) return
    event.preventDefault()
    void setViewport({ x: touch.clientX - from.x, y: touch.clientY - from.y, zoom: getViewport().zoom })
  }
  const release = () => {
    from = undefined
  }
  frame.addEventListener('touchstart', press, { passive: true })
  frame.addEventListener('touchmove', move, { passive: false })
  frame.addEventListener('touchend', release)
  frame.addEventListener('touchcancel', release)
  return () => {
    frame.removeEventListener('touchstart', press)
    frame.removeEventListener('touchmove', move)
    frame.removeEventListener('touchend', release)
    frame.removeEventListener('touchcancel', release)
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
