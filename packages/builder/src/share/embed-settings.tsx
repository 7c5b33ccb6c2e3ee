import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { ColourField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'
import type { EmbedOptions, Kind } from './snippets.js'

interface EmbedSettingsProps {
  kind: Kind
  options: EmbedOptions
  onChange(change: Partial<EmbedOptions>): void
}

/** How the chat looks in its page. */
export function EmbedSettings({ kind, options, onChange }: EmbedSettingsProps) {
  const { width, height, placement, size, colour, iconColour, invitation, delay } = options
  const delayField = (
    <Input
      label={kind === 'popup' ? t('Open automatically after (seconds)') : t('Show the message after (seconds)')}
      type="number"
      min={0}
      value={delay === undefined ? '' : String(delay)}
      placeholder={t('Never')}
      onChange={(value) => onChange({ delay: value === '' ? undefined : Math.max(0, Number(value)) })}
    />
  )
  if (kind === 'popup') return delayField
  if (kind === 'standard')
    return (
      <div className="pair">
        <Input label={t('Width')} value={width} onChange={(value) => onChange({ width: value })} />
        <Input label={t('Height')} value={height} onChange={(value) => onChange({ height: value })} />
      </div>
    )
  return (
    <>
      <Input
        label={t('Preview message')}
        value={invitation}
        placeholder={t('Any questions?')}
        onChange={(value) => onChange({ invitation: value })}
      />
      {invitation !== '' && delayField}
      <div className="pair">
        <ColourField
          label={t('Button colour')}
          value={colour || undefined}
          placeholder={t('From the theme')}
          onChange={(value) => onChange({ colour: value ?? '' })}
        />
        <ColourField
          label={t('Icon colour')}
          value={iconColour || undefined}
          placeholder={t('Automatic')}
          onChange={(value) => onChange({ iconColour: value ?? '' })}
        />
      </div>
      <div className="pair">
        <Select
          label={t('Position')}
          value={placement}
          choices={[
            ['right', t('Bottom right')],
            ['left', t('Bottom left')],
          ]}
          onChange={(value) => onChange({ placement: value as 'left' | 'right' })}
        />
        <Select
          label={t('Button size')}
          value={size}
          choices={[
            ['medium', t('Medium')],
            ['large', t('Large')],
          ]}
          onChange={(value) => onChange({ size: value as 'medium' | 'large' })}
        />
      </div>
    </>
  )
}
