/**
 * Layers of the canvas, from the lowest. Groups and events have layer 0 and come after the edges in the document, so that an edge never
 * covers a block or takes its clicks, even if groups overlap.
 */
export const noteLayer = -2
export const edgeLayer = -1
export const litEdgeLayer = 0
