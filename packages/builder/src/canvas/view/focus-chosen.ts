import type { Selection } from '../../editor/bot-editor.js'

/** Returns the focus to the chosen item, in the outline or on the canvas; to the canvas if the item is out of sight. */
export function focusChosen(selection: Selection): void {
  const positions = positionsOf(selection)
  seen([positions.inOutline, positions.onCanvas, '.canvas'])?.focus()
}

/**
 * The element of the chosen item: on the canvas, or the canvas itself if the item is out of view; in the outline where that covers the
 * canvas.
 */
export function chosenOnCanvas(selection: Selection): HTMLElement | undefined {
  const positions = positionsOf(selection)
  return seen([positions.onCanvas, '.canvas', positions.inOutline])
}

function positionsOf({ blockId, nodeIds }: Selection) {
  const [nodeId] = nodeIds
  const id = CSS.escape(blockId ?? nodeId ?? '')
  return blockId
    ? { inOutline: `[data-outline-block="${id}"]`, onCanvas: `[data-block-id="${id}"] .block-head` }
    : { inOutline: `.outline [data-node-id="${id}"]`, onCanvas: `.react-flow__node[data-id="${id}"]` }
}

/** A new card is hidden until the canvas has measured it, and what is hidden takes no focus. */
const seen = (selectors: readonly string[]): HTMLElement | undefined =>
  selectors
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((it) => it?.checkVisibility({ visibilityProperty: true })) ?? undefined
