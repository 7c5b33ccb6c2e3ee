import { X } from 'lucide-react'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'
import { kindChoices } from './contact-names.js'

export type Filter = Answer<'listContactSegments'>['segments'][number]['filters'][number]
type Attribute = Answer<'listContactAttributes'>['attributes'][number]
type Operator = Filter['is']
type Kind = Attribute['type'] | 'lastSeen' | 'channel'

const operators: Readonly<Record<Kind, readonly (readonly [Operator, string])[]>> = {
  text: [
    ['equals', t('is')],
    ['isNot', t('is not')],
    ['startsWith', t('starts with')],
    ['isNotEmpty', t('has any value')],
    ['isEmpty', t('has no value')],
  ],
  list: [
    ['equals', t('contains')],
    ['isNot', t('does not contain')],
    ['isNotEmpty', t('has any value')],
    ['isEmpty', t('has no value')],
  ],
  channel: [
    ['equals', t('contains')],
    ['isNot', t('does not contain')],
  ],
  number: [
    ['equals', t('is')],
    ['greaterThan', t('is greater than')],
    ['lessThan', t('is less than')],
    ['isNotEmpty', t('has any value')],
    ['isEmpty', t('has no value')],
  ],
  date: [
    ['equals', t('is')],
    ['before', t('is before')],
    ['after', t('is after')],
    ['isNotEmpty', t('has any value')],
    ['isEmpty', t('has no value')],
  ],
  boolean: [
    ['equals', t('is')],
    ['isNotEmpty', t('has any value')],
    ['isEmpty', t('has no value')],
  ],
  lastSeen: [
    ['withinDays', t('within days')],
    ['notWithinDays', t('not within days')],
    ['before', t('is before')],
    ['after', t('is after')],
  ],
}

const fields: readonly (readonly [string, string, Kind])[] = [
  ['field.tag', t('Tag'), 'list'],
  ['field.channel', t('Channel'), 'channel'],
  ['field.lastSeen', t('Last seen'), 'lastSeen'],
  ['field.language', t('Language'), 'text'],
  ['field.isBlocked', t('Blocked'), 'boolean'],
]

/** True if a condition can be sent: it has its value. */
export const isComplete = ({ is, value }: Filter): boolean =>
  is === 'isEmpty' || is === 'isNotEmpty' || (value !== undefined && value !== '' && !Number.isNaN(value))

interface ContactFiltersProps {
  filters: readonly Filter[]
  attributes: readonly Attribute[]
  onChange(filters: Filter[]): void
}

/** Conditions on contacts, each in a row. */
export function ContactFilters({ filters, attributes, onChange }: ContactFiltersProps) {
  const choices = [...fields, ...attributes.map(({ name, type }) => [`attribute.${name}`, name, type] as const)]
  const kindOf = (key: string): Kind => choices.find(([id]) => id === key)?.[2] ?? 'text'
  const replace = (index: number, filter: Filter) => onChange(filters.map((one, at) => (at === index ? filter : one)))
  return filters.map((filter, index) => {
    const key = filter.attribute === undefined ? `field.${filter.field}` : `attribute.${filter.attribute}`
    const kind = kindOf(key)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and their place is what they are known by
      <div key={index} className="row wrap contacts-filter">
        <Select
          label={t('Field')}
          isLabelHidden
          value={key}
          choices={choices.map(([id, name]) => [id, name] as const)}
          onChange={(chosen) => replace(index, emptyFilter(chosen, kindOf(chosen)))}
        />
        <Select
          label={t('Condition')}
          isLabelHidden
          value={filter.is}
          choices={operators[kind]}
          onChange={(is) => replace(index, withOperator(filter, is as Operator, kind))}
        />
        <FilterValue filter={filter} kind={kind} onChange={(value) => replace(index, { ...filter, value })} />
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Remove filter')}
          title={t('Remove filter')}
          onClick={() => onChange(filters.filter((_, at) => at !== index))}
        >
          <X size={15} />
        </button>
      </div>
    )
  })
}

function emptyFilter(key: string, kind: Kind): Filter {
  const [of, ...rest] = key.split('.')
  const name = rest.join('.')
  const on = of === 'field' ? { field: name as NonNullable<Filter['field']> } : { attribute: name }
  return withOperator({ ...on, is: 'equals' }, operators[kind][0]?.[0] ?? 'equals', kind)
}

function withOperator({ value: _, ...filter }: Filter, is: Operator, kind: Kind): Filter {
  if (is === 'isEmpty' || is === 'isNotEmpty') return { ...filter, is }
  return { ...filter, is, value: firstValue(is, kind) }
}

function firstValue(is: Operator, kind: Kind): string | number | boolean {
  if (is === 'withinDays' || is === 'notWithinDays') return 30
  if (kind === 'boolean') return true
  return kind === 'channel' ? 'phone' : kind === 'number' ? 0 : ''
}

interface FilterValueProps {
  filter: Filter
  kind: Kind
  onChange(value: string | number | boolean): void
}

function FilterValue({ filter: { is, value }, kind, onChange }: FilterValueProps) {
  if (is === 'isEmpty' || is === 'isNotEmpty') return null
  const label = { label: t('Value'), isLabelHidden: true }
  if (kind === 'channel') return <Select {...label} value={String(value)} choices={kindChoices} onChange={onChange} />
  if (kind === 'boolean')
    return (
      <Select
        {...label}
        value={String(value)}
        choices={[
          ['true', t('Yes')],
          ['false', t('No')],
        ]}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
    )
  const isNumber = kind === 'number' || is === 'withinDays' || is === 'notWithinDays'
  const isDay = kind === 'date' || (kind === 'lastSeen' && !isNumber)
  return (
    <Input
      {...label}
      type={isNumber ? 'number' : isDay ? 'date' : 'text'}
      value={Number.isNaN(value) ? '' : String(value ?? '')}
      onChange={(text) => onChange(isNumber ? (text === '' ? Number.NaN : Number(text)) : text)}
    />
  )
}
