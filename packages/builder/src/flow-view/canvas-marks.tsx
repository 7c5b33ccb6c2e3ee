import { dropOff } from '../canvas/drop-off-state.js'
import { CommentMarks } from '../comments/comment-marks.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { BreakpointMarks } from '../preview/breakpoint-marks.js'

const BackgroundRun = onDemand(() => import('../flow-tests/background-run.js'))
const DropOffMarks = onDemand(() => import('../analytics/drop-off-marks.js'))
const ReplayStrip = onDemand(() => import('../prove/replay-strip.js'))

/** Everything on the canvas apart from the flow itself. */
export default function CanvasMarks() {
  const isDropOffShown = useStore(dropOff, (it) => it.isShown)
  return (
    <>
      <CommentMarks />
      <BreakpointMarks />
      {isDropOffShown && (
        <Part broken={() => null}>
          <DropOffMarks />
        </Part>
      )}
      <Part broken={() => null}>
        <ReplayStrip />
      </Part>
      <Part broken={() => null}>
        <BackgroundRun />
      </Part>
    </>
  )
}
