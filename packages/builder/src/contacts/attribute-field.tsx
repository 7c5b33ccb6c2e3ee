import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

type Attribute = Answer<'listContactAttributes'>['attributes'][number]
type Value = Answer<'getContact'>['contact']['attributes'][string]

interface AttributeFieldProps {
  attribute: Attribute
  value: Value | undefined
  /** Undefined for no value. */
  onChange(value: Value | undefined): void
}

/** The value of an attribute, in a field for its type. */
export function AttributeField({ attribute: { name, type }, value, onChange }: AttributeFieldProps) {
  if (type === 'boolean')
    return (
      <Select
        label={name}
        value={value === undefined ? '' : String(value)}
        choices={[
          ['', t('No value')],
          ['true', t('Yes')],
          ['false', t('No')],
        ]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
      />
    )
  if (type === 'list')
    return (
      <Input
        label={name}
        hint={t('Separated by commas')}
        value={Array.isArray(value) ? value.join(', ') : ''}
        onChange={(text) => onChange(text === '' ? undefined : text.split(',').map((one) => one.trimStart()))}
      />
    )
  const inputType = type === 'number' ? 'number' : type === 'date' ? 'date' : 'text'
  return (
    <Input
      label={name}
      type={inputType}
      step={type === 'number' ? 'any' : undefined}
      maxLength={type === 'text' ? 2_000 : undefined}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? undefined : type === 'number' ? Number(text) : text)}
    />
  )
}
