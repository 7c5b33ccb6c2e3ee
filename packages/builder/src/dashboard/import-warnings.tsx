import { Link } from 'wouter'
import { Dialog } from '../design/dialog.js'
import type { Warnings } from './bots.js'

/** What an imported bot lost or had changed, before it is opened. */
export default function ImportWarnings({
  botId,
  warnings,
  onClose,
}: {
  botId: string
  warnings: Warnings
  onClose(): void
}) {
  const count = warnings.length === 1 ? 'One thing was' : `${warnings.length} things were`
  return (
    <Dialog title="The bot is in" description={`${count} changed on the way in.`} onClose={onClose}>
      <ul className="warnings">
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {message}
            <code>{path}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Link className="button primary" href={`/bots/${botId}`}>
          Open the bot
        </Link>
      </div>
    </Dialog>
  )
}
