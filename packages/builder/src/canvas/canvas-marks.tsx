import { CommentMarks } from '../comments/comment-marks.js'
import { BreakpointMarks } from '../preview/breakpoint-marks.js'

/** What stands on the canvas beside the flow itself. */
export default function CanvasMarks() {
  return (
    <>
      <CommentMarks />
      <BreakpointMarks />
    </>
  )
}
