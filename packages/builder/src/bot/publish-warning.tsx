import type { Problem } from '@colloquy/flow'
import { Dialog } from '../design/dialog.js'
import { useStudio } from './studio.js'

interface PublishWarningProps {
  errors: readonly Problem[]
  onPublish(): void
  onClose(): void
}

/** Before something is published that does not work: what it is, and the choice. */
export default function PublishWarning({ errors, onPublish, onClose }: PublishWarningProps) {
  const { view } = useStudio()
  return (
    <Dialog
      title={errors.length === 1 ? 'Something does not work yet' : `${errors.length} things do not work yet`}
      onClose={onClose}
    >
      <ul className="stack">
        {errors.slice(0, 5).map((error) => (
          <li key={`${error.rule} ${error.place.path}`}>{error.message}</li>
        ))}
        {errors.length > 5 && <li className="faint">and {errors.length - 5} more</li>}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => [onClose(), onPublish()]}>
          Publish anyway
        </button>
        <button type="button" className="button primary" onClick={() => [onClose(), view.set({ panel: 'problems' })]}>
          Show the problems
        </button>
      </div>
    </Dialog>
  )
}
