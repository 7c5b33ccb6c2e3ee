import { useState } from 'react'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'
import { type Target, targets } from './embed-targets.js'
import type { EmbedAddress } from './snippets.js'

const EmbedDialog = onDemand(() => import('./embed-dialog.js'))

interface EmbedCardProps {
  address: EmbedAddress
  /** Color of buttons in the theme; empty if the theme does not set one. */
  colour: string
}

/** Places where a bot can be embedded, each with a guide. */
export function EmbedCard({ address, colour }: EmbedCardProps) {
  const [target, setTarget] = useState<Target>()
  return (
    <section className="card">
      <div>
        <h2>{t('Embed')}</h2>
        <p className="soft">{t('Choose where the bot should appear to get the code and the steps for it.')}</p>
      </div>
      <ul className="targets">
        {targets.map((one) => (
          <li key={one.id}>
            <button type="button" className="target" onClick={() => setTarget(one)}>
              <TargetMark mark={one.mark} />
              <strong>{one.name}</strong>
              <span className="faint">{one.hint}</span>
            </button>
          </li>
        ))}
      </ul>
      {target && (
        <DialogPart>
          <EmbedDialog target={target} address={address} colour={colour} onClose={() => setTarget(undefined)} />
        </DialogPart>
      )}
    </section>
  )
}

const TargetMark = ({ mark }: { mark: string }) => (
  <svg className="target-mark" viewBox="0 0 24 24" width={22} height={22} aria-hidden="true">
    <path d={mark} />
  </svg>
)
