import type { Defaults } from '@colloquy/flow/blocks'
import type { Path } from '@colloquy/flow/operations'
import { Plus, Trash2 } from 'lucide-react'
import {
  isAnything,
  isNumberOrText,
  type JsonSchema,
  mainSchema,
  namedValues,
  variantsOf,
} from '../catalogue/json-schema.js'
import { Disclosure } from '../design/disclosure.js'
import { newId } from '../document/new-id.js'
import { t } from '../i18n/i18n.js'
import { CodeField } from './fields/code-field.js'
import { MediaField, type MediaKind } from './fields/media-field.js'
import { NumberOrTextField } from './fields/number-or-text-field.js'
import { ChoicesField, ColourField, LinesField, NumberField, SelectField, SwitchField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'
import { VariableField } from './fields/variable-field.js'
import { putAt } from './put-at.js'
import { choiceLabel, labelOf } from './words.js'

type Loose = Record<string, unknown>

interface SchemaFormProps {
  schema: JsonSchema
  value: unknown
  /** Sets the value at a path within the form's value; undefined removes it. */
  onChange(path: Path, value: unknown): void
  /** Keys that have their own control elsewhere. */
  without?: readonly string[]
  /** Default values by key. */
  defaults?: Defaults
  /** In long forms, sections are collapsed until they are opened. */
  isFolded?: boolean
  /** Key of the part that the form is about. */
  part?: string
}

/** A form generated from a schema, with a suitable control for each property. */
export function SchemaForm({ schema, value, onChange, without = [], defaults, isFolded, part }: SchemaFormProps) {
  const variants = variantsOf(schema)
  const record = (value ?? {}) as Loose
  if (variants) {
    const chosen = record[variants.key] as string | undefined
    return (
      <>
        <SelectField
          label={labelOf(variants.key)}
          value={chosen}
          none={usual(defaults?.[variants.key])}
          choices={variants.values.map((it) => [it, choiceLabel(it)])}
          onChange={(next) => onChange([], { ...intoVariant(variants.pick(next), record), [variants.key]: next })}
        />
        <SchemaForm
          schema={variants.pick(chosen)}
          value={value}
          onChange={onChange}
          without={without}
          defaults={defaults}
          isFolded={isFolded}
          part={part}
        />
      </>
    )
  }
  const entries = Object.entries(schema.properties ?? {}).filter(([key]) => key !== 'id' && !without.includes(key))
  return entries.map(([key, inner]) => (
    <Control
      key={key}
      name={key}
      part={part}
      background={part === 'background' && key === 'content' ? String(record.type ?? 'Color') : undefined}
      schema={mainSchema(inner)}
      value={record[key]}
      usually={defaults?.[key]}
      isFolded={isFolded}
      onChange={(path, next) => onChange([key, ...path], next)}
    />
  ))
}

interface ControlProps extends Omit<SchemaFormProps, 'without' | 'defaults'> {
  name: string
  /** Default value of the property. */
  usually: Defaults[string] | undefined
  /** For the content of a background: what it is. */
  background?: string | undefined
}

function Control({ name, part, background, schema, value, usually, onChange, isFolded }: ControlProps) {
  const label = labelOf(name, part)
  const placeholder = typeof usually === 'string' || typeof usually === 'number' ? String(usually) : undefined
  const put = (next: unknown) => onChange([], next === '' ? undefined : next)
  const values = namedValues(schema)
  if (background === 'None') return null
  if (background === 'Image')
    return <MediaField label={t('Image')} kind="image" value={String(value ?? '')} onChange={put} />
  if (background)
    return <ColourField label={t('Colour')} value={value as string} placeholder={placeholder} onChange={put} />
  if (/variableid$/i.test(name)) return <VariableField label={label} value={value as string} onChange={put} />
  if (values.length > 0) {
    return (
      <SelectField
        label={label}
        value={value as string}
        none={usual(usually)}
        choices={values.map((it) => [it, choiceLabel(it)])}
        onChange={put}
      />
    )
  }
  if (schema.type === 'boolean') {
    return <SwitchField label={label} value={(value ?? usually ?? false) as boolean} onChange={put} />
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <NumberField
        label={label}
        value={value as number}
        min={schema.minimum}
        max={schema.maximum}
        placeholder={placeholder}
        onChange={put}
      />
    )
  }
  if (/color$/i.test(name))
    return <ColourField label={label} value={value as string} placeholder={placeholder} onChange={put} />
  if (isNumberOrText(schema) || isAnything(schema)) {
    return (
      <NumberOrTextField
        label={label}
        value={value as string | number | undefined}
        isAny={isAnything(schema)}
        placeholder={placeholder}
        onChange={put}
      />
    )
  }
  if (schema.type === 'string') {
    if (isCode(name)) return <CodeField label={label} value={String(value ?? '')} onChange={put} />
    const kind = mediaKind(name)
    if (kind) return <MediaField label={label} kind={kind} value={String(value ?? '')} onChange={put} />
    return (
      <TextField
        label={label}
        value={String(value ?? '')}
        isLong={isLong(name)}
        pattern={schema.pattern}
        placeholder={placeholder}
        onChange={put}
      />
    )
  }
  if (schema.type === 'array' && typeof schema.items === 'object') {
    const kinds = namedValues(schema.items)
    if (kinds.length > 0)
      return (
        <ChoicesField
          label={label}
          value={(value ?? (Array.isArray(usually) ? usually : [])) as string[]}
          choices={kinds.map((it) => [it, labelOf(it)])}
          onChange={(next) => onChange([], next)}
        />
      )
    if (schema.items.type === 'string') return <LinesField label={label} value={value as string[]} onChange={put} />
    return <ListControl label={label} schema={schema.items} value={value} onChange={onChange} />
  }
  if (schema.properties || variantsOf(schema)) {
    const form = (
      <SchemaForm
        schema={schema}
        value={value}
        onChange={onChange}
        defaults={isGroup(usually) ? usually : undefined}
        isFolded={isFolded}
        part={name}
      />
    )
    if (isFolded) {
      return (
        <Disclosure className="fold" title={label}>
          <div className="stack">{form}</div>
        </Disclosure>
      )
    }
    return (
      <fieldset className="part">
        <legend>{label}</legend>
        {form}
      </fieldset>
    )
  }
  return null
}

/** A list of sub-forms. The list is merged as one value, so its elements need no ids. */
function ListControl({ label, schema, value, onChange }: Omit<ControlProps, 'name' | 'usually'> & { label: string }) {
  const list = Array.isArray(value) ? (value as Loose[]) : []
  const change = (index: number) => (path: Path, next: unknown) =>
    onChange([], list.with(index, putAt(list[index]!, path, next)))
  return (
    <fieldset className="part">
      <legend>{label}</legend>
      {list.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements are identified by their position
        <div key={index} className="part-element">
          <div className="stack grow">
            <SchemaForm schema={schema} value={element} onChange={change(index)} />
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Remove number {index} of {label}', { index: index + 1, label })}
            onClick={() => onChange([], list.toSpliced(index, 1))}
          >
            <Trash2 size={14} />
          </button>
        </div>
      ))}
      <button type="button" className="button small" onClick={() => onChange([], [...list, emptyOf(schema)])}>
        <Plus size={13} /> {t('Add')}
      </button>
    </fieldset>
  )
}

/** Converts the values of one variant to another, dropping those that do not fit: a text cannot replace an object. */
function intoVariant(schema: JsonSchema, record: Loose): Loose {
  const fits = ([key, value]: [string, unknown]) => {
    const { type } = schema.properties?.[key] ?? {}
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return type === undefined || (type === 'object') === isObject
  }
  return { ...emptyOf(schema), ...Object.fromEntries(Object.entries(record).filter(fits)) }
}

/** Required values of a new list element, or of options whose kind has changed. */
function emptyOf(schema: JsonSchema): Loose {
  const { properties = {}, required = [] } = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema
  const entries = Object.entries(properties).flatMap(([key, inner]): [string, unknown][] => {
    if (key === 'id') return [[key, newId()]]
    if (!required.includes(key)) return []
    const [value] = namedValues(inner)
    if (value !== undefined) return [[key, value]]
    return inner.type === 'array' ? [[key, []]] : inner.type === 'object' ? [[key, {}]] : []
  })
  return Object.fromEntries(entries)
}

const isGroup = (value: Defaults[string] | undefined): value is Defaults =>
  typeof value === 'object' && !Array.isArray(value)

/** Label of a select's empty choice: the default. */
const usual = (value: Defaults[string] | undefined): string =>
  typeof value === 'string' ? t('Default ({choiceLabel})', { choiceLabel: choiceLabel(value) }) : t('Not set')

/** The kind of file whose address a field accepts. */
const mediaKind = (name: string): MediaKind | undefined =>
  /^(imageUrl|iconUrl|favIconUrl)$/.test(name) ? 'image' : undefined

const isLong = (name: string) =>
  /(message|content|body|description|prompt|instructions|notes)$/i.test(name) && !/url/i.test(name)

const isCode = (name: string) => name === 'customCss' || name === 'customHeadCode'
