import { Download } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../design/copy-button.js'
import { Dialog } from '../design/dialog.js'
import { saveFile } from '../design/save-file.js'
import { Segments } from '../design/segments.js'
import { t } from '../i18n/i18n.js'
import { EmbedPicture } from './embed-picture.js'
import { EmbedSettings } from './embed-settings.js'
import type { Step, Target } from './embed-targets.js'
import { defaultEmbedOptions, type EmbedAddress, type EmbedOptions, type Kind } from './snippets.js'

interface EmbedDialogProps {
  target: Target
  address: EmbedAddress
  /** Color of buttons in the theme; empty if the theme does not set one. */
  colour: string
  onClose(): void
}

const kindNames: Readonly<Record<Kind, string>> = { bubble: t('Bubble'), popup: t('Popup'), standard: t('Inline') }

/** The guide for one place: the appearance of the chat there, and the steps to embed it. */
export default function EmbedDialog({ target, address, colour, onClose }: EmbedDialogProps) {
  const [kind, setKind] = useState<Kind>(target.kinds[0] ?? 'standard')
  const [options, setOptions] = useState<EmbedOptions>({ ...defaultEmbedOptions, colour })
  const change = (part: Partial<EmbedOptions>) => setOptions({ ...options, ...part })
  const steps = target.steps(kind, options, address)
  return (
    <Dialog title={t('Embed: {name}', { name: target.name })} isWide onClose={onClose}>
      <div className={target.kinds.length > 0 ? 'embed-guide' : 'stack'}>
        {target.kinds.length > 0 && (
          <div className="stack embed-settings">
            {target.kinds.length > 1 && (
              <Segments
                label={t('Type of embed')}
                value={kind}
                choices={target.kinds.map((one) => [one, kindNames[one]] as const)}
                onChange={setKind}
              />
            )}
            <EmbedPicture kind={kind} options={options} />
            {target.id !== 'notion' && <EmbedSettings kind={kind} options={options} onChange={change} />}
          </div>
        )}
        <ol className="steps">
          {steps.map((step) => (
            <li key={step.text}>
              <p>{step.text}</p>
              <Extra step={step} kind={kind} options={options} address={address} />
            </li>
          ))}
        </ol>
      </div>
      <p className="soft">
        <a href={target.id === 'api' ? '/api/docs' : '/docs/embed'} target="_blank" rel="noopener">
          {target.id === 'api' ? t('API reference') : t('All options, styles and commands')}
        </a>
      </p>
    </Dialog>
  )
}

interface ExtraProps {
  step: Step
  kind: Kind
  options: EmbedOptions
  address: EmbedAddress
}

/** Attachment of a step: code to copy, or a file. */
function Extra({ step: { code, download }, kind, options, address }: ExtraProps) {
  if (download) {
    const save = async () => {
      const { wordpressPlugin } = await import('./wordpress-plugin.js')
      const file = new Blob([wordpressPlugin(kind, options, address)], { type: 'application/zip' })
      saveFile(`colloquy-${address.publicId}.zip`, file)
    }
    return (
      <button type="button" className="button primary" onClick={save}>
        <Download size={14} /> {t('Download the plugin')}
      </button>
    )
  }
  if (code === undefined) return null
  return (
    <div className="snippet-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard */}
      <section className="snippet" tabIndex={0} aria-label={t('Code')}>
        <pre>{code}</pre>
      </section>
      <CopyButton label={t('Copy the code')} text={code} />
    </div>
  )
}
