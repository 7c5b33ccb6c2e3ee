import type { Selection } from '../bot/studio.js'

/** Gives the keys back to what is chosen, in the outline or on the canvas; to the canvas where it is out of sight. */
export function focusChosen({ blockId, nodeIds }: Selection): void {
  const [nodeId] = nodeIds
  const id = CSS.escape(blockId ?? nodeId ?? '')
  const places = blockId
    ? [`[data-outline-block="${id}"]`, `[data-block-id="${id}"] .block-head`]
    : [`[data-node-id="${id}"]`, `.react-flow__node[data-id="${id}"]`]
  const place = places.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
  ;(place ?? document.querySelector<HTMLElement>('.canvas'))?.focus()
}
