/** In place of the package `d3-interpolate`: of all values, the canvas has only a place and a width between two others. */
export const interpolate =
  (from: readonly number[], to: readonly number[]) =>
  (progress: number): number[] =>
    from.map((value, index) => value + (to[index]! - value) * progress)

export { interpolate as interpolateZoom }
