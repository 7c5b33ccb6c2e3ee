import type { DialogProps } from './dialog-window.js'
import { DialogPart, onDemand } from './on-demand.js'

const DialogWindow = onDemand(() => import('./dialog-window.js'), { isSoon: true })

/** A window above the page that keeps the focus until it is closed. */
export const Dialog = (props: DialogProps) => (
  <DialogPart>
    <DialogWindow {...props} />
  </DialogPart>
)
