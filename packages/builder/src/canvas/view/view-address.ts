import type { Viewport } from '@xyflow/react'

/**
 * The view of the canvas in the address: `?view=x,y,zoom` with the point of the flow at the center, so that it also fits a screen of
 * another size.
 */
export function viewInAddress(width: number, height: number): Viewport | undefined {
  const numbers = new URLSearchParams(location.search).get('view')?.split(',').map(Number)
  if (numbers?.length !== 3 || !numbers.every(Number.isFinite)) return undefined
  const [x, y, wanted] = numbers as [number, number, number]
  const zoom = Math.min(Math.max(wanted, zoomLimits.min), zoomLimits.max)
  return { x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom }
}

export const zoomLimits = { min: 0.03, max: 2 }

let timer: ReturnType<typeof setTimeout> | undefined

/** Writes the view of the canvas to the address, a moment after it has come to rest: browsers allow few changes a minute. */
export function saveViewInAddress(
  { x, y, zoom }: Viewport,
  { width, height }: { width: number; height: number },
): void {
  clearTimeout(timer)
  const { pathname } = location
  timer = setTimeout(() => {
    if (location.pathname !== pathname) return
    const view = [(width / 2 - x) / zoom, (height / 2 - y) / zoom].map(Math.round)
    const search = new URLSearchParams(location.search)
    search.set('view', [...view, zoom.toFixed(2)].join(','))
    const readable = search.toString().replaceAll('%2C', ',')
    history.replaceState(history.state, '', `${pathname}?${readable}${location.hash}`)
  }, 400)
}
