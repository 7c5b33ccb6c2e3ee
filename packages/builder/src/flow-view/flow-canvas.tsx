import { Canvas } from '../canvas/canvas.js'
import { onDemand, Part } from '../design/on-demand.js'

const CanvasMarks = onDemand(() => import('./canvas-marks.js'), { isSoon: true })
const FirstSteps = onDemand(() => import('../templates/first-steps.js'))

const marks = (
  <Part>
    <CanvasMarks />
  </Part>
)
const firstSteps = (
  <Part>
    <FirstSteps />
  </Part>
)

/** The canvas with the marks that comments, breakpoints, tests, replays and analytics place on it. */
export const FlowCanvas = () => <Canvas marks={marks} firstSteps={firstSteps} />
