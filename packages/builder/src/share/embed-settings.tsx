import { Input, Select } from '../design/field.js'
import { ColourField } from '../inspector/fields/small-fields.js'
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
      label={kind === 'popup' ? 'Open automatically after (seconds)' : 'Show the message after (seconds)'}
      type="number"
      min={0}
      value={delay === undefined ? '' : String(delay)}
      placeholder="Never"
      onChange={(value) => onChange({ delay: value === '' ? undefined : Math.max(0, Number(value)) })}
    />
  )
  if (kind === 'popup') return delayField
  if (kind === 'standard')
    return (
      <div className="pair">
        <Input label="Width" value={width} onChange={(value) => onChange({ width: value })} />
        <Input label="Height" value={height} onChange={(value) => onChange({ height: value })} />
      </div>
    )
  return (
    <>
      <Input
        label="Preview message"
        value={invitation}
        placeholder="Any questions?"
        onChange={(value) => onChange({ invitation: value })}
      />
      {invitation !== '' && delayField}
      <div className="pair">
        <ColourField
          label="Button colour"
          value={colour || undefined}
          placeholder="From the theme"
          onChange={(value) => onChange({ colour: value ?? '' })}
        />
        <ColourField
          label="Icon colour"
          value={iconColour || undefined}
          placeholder="Automatic"
          onChange={(value) => onChange({ iconColour: value ?? '' })}
        />
      </div>
      <div className="pair">
        <Select
          label="Position"
          value={placement}
          choices={[
            ['right', 'Bottom right'],
            ['left', 'Bottom left'],
          ]}
          onChange={(value) => onChange({ placement: value as 'left' | 'right' })}
        />
        <Select
          label="Button size"
          value={size}
          choices={[
            ['medium', 'Medium'],
            ['large', 'Large'],
          ]}
          onChange={(value) => onChange({ size: value as 'medium' | 'large' })}
        />
      </div>
    </>
  )
}
