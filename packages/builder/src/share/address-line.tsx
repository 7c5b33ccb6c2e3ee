import { ExternalLink } from 'lucide-react'
import { CopyButton } from '../design/copy-button.js'

/** An address to copy, and to open. */
export function AddressLine({ address }: { address: string }) {
  return (
    <div className="row">
      <code className="code-line grow cut">{address}</code>
      <CopyButton label={`Copy ${address}`} text={address} />
      <a className="button" href={address} target="_blank" rel="noopener noreferrer" aria-label={`Open ${address}`}>
        <ExternalLink size={14} /> Open
      </a>
    </div>
  )
}
