import { ViewportPortal } from '@xyflow/react'
import type { Guide } from './guides.js'

/** Lines at which what is dragged meets others. */
export default function GuideLines({ guides }: { guides: readonly Guide[] }) {
  return (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <div
          key={axis}
          className="guide"
          data-axis={axis}
          aria-hidden="true"
          style={
            axis === 'x'
              ? { transform: `translate(${at}px, ${from - 16}px)`, height: to - from + 32 }
              : { transform: `translate(${from - 16}px, ${at}px)`, width: to - from + 32 }
          }
        />
      ))}
    </ViewportPortal>
  )
}
