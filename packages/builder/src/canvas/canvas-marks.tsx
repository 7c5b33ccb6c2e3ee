import { CommentMarks } from '../comments/comment-marks.js'
import { onDemand, Part } from '../design/on-demand.js'
import { BreakpointMarks } from '../preview/breakpoint-marks.js'

const BackgroundRun = onDemand(() => import('../tests/background-run.js'))
const ReplayStrip = onDemand(() => import('../prove/replay-strip.js'))

/** What stands on the canvas beside the flow itself. */
export default function CanvasMarks() {
  return (
    <>
      <CommentMarks />
      <BreakpointMarks />
      <Part broken={() => null}>
        <ReplayStrip />
      </Part>
      <Part broken={() => null}>
        <BackgroundRun />
      </Part>
    </>
  )
}
