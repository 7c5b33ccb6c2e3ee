import { type Field, type Fields, isOffered, type UnionField, unionFields } from '@colloquy/flow/integrations'
import type { Path } from '@colloquy/flow/operations'
import { type ComponentType, useState } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { onDemand, Part } from '../design/on-demand.js'
import { t, translated } from '../i18n/i18n.js'
import { CodeField } from './fields/code-field.js'
import { ListField } from './fields/list-field.js'
import { MediaField } from './fields/media-field.js'
import { NumberOrTextField } from './fields/number-or-text-field.js'
import { ReferenceControl } from './fields/reference-control.js'
import { LinesField, NumberField, SelectField, SwitchField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'
import { VariableField } from './fields/variable-field.js'
import { emptyLists, emptyValues, intoMember } from './initial-values.js'
import { putAt } from './put-at.js'
import { Rows } from './rows.js'
import { choiceLabel } from './words.js'

const McpToolsField = onDemand(() => import('./fields/mcp-tools-field.js'))

type Loose = Record<string, unknown>

/** The block whose options are shown. */
interface Root {
  type: string
  options: Loose
}

interface FieldsFormProps {
  fields: Fields
  values: Loose
  root: Root
  onChange(path: Path, value: unknown): void
}

/** A form generated from the fields of a block or an action, with a suitable control for each. Advanced fields are collapsed. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, values } = props
  const shown = Object.entries(fields).filter(
    ([name, field]) => isOffered(field, withDefaults(fields, values)) || values[name] !== undefined,
  )
  const advanced = shown.filter(([, { isAdvanced }]) => isAdvanced)
  return (
    <>
      <Controls {...props} shown={shown.filter(([, { isAdvanced }]) => !isAdvanced)} />
      {advanced.length > 0 && (
        <Folded isOpenAtFirst={advanced.some(([name]) => values[name] !== undefined)}>
          <Controls {...props} shown={advanced} />
        </Folded>
      )}
    </>
  )
}

/** Open at first if one of its fields is set; after that, only the author opens and closes it. */
function Folded({ isOpenAtFirst, children }: { isOpenAtFirst: boolean; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <Disclosure className="fold" isOpen={isOpen} onToggle={setOpen} title={t('Advanced')}>
      <div className="stack">{children}</div>
    </Disclosure>
  )
}

function Controls({ shown, values, root, onChange }: FieldsFormProps & { shown: readonly [string, Field][] }) {
  return shown.map(([name, field]) => (
    <div key={name} className="stack tight">
      <Control
        field={field}
        value={values[name]}
        values={values}
        root={root}
        onChange={(path, next) => onChange([name, ...path], next)}
      />
      {field.help && <p className="faint">{translated(field.help)}</p>}
    </div>
  ))
}

/** Effective value of each option: its own, or the default. */
const withDefaults = (fields: Fields, values: Loose): Loose => {
  const defaults = Object.entries(fields).flatMap(([name, field]) =>
    'default' in field ? [[name, field.default]] : [],
  )
  return { ...Object.fromEntries(defaults), ...values }
}

interface ControlProps<F extends Field = Field> {
  field: F
  value: unknown
  /** The object that contains the value. */
  values: Loose
  root: Root
  onChange(path: Path, value: unknown): void
}

type FieldOf<K extends Field['kind']> = Extract<Field, { kind: K }>
type ControlOf<K extends Field['kind']> = ControlProps<FieldOf<K>>

/** The control of each kind of field. Items, rich text and examples have separate forms. */
const controls: { readonly [K in Field['kind']]: ComponentType<ControlOf<K>> | null } = {
  text: TextControl,
  list: ({ field, value, root, onChange }) => (
    <ListField
      field={field}
      value={textOf(value)}
      root={root}
      placeholder={placeholderOf(field)}
      onChange={asValue(onChange)}
    />
  ),
  variable: ({ field, value, onChange }) => (
    <VariableField label={translated(field.label)} value={value as string | undefined} onChange={asValue(onChange)} />
  ),
  number: NumberControl,
  switch: SwitchControl,
  choice: ChoiceControl,
  code: ({ field, value, onChange }) => (
    <CodeField label={translated(field.label)} value={textOf(value)} onChange={asValue(onChange)} />
  ),
  texts: TextsControl,
  group: GroupControl,
  rows: RowsControl,
  union: ({ field, value, root, onChange }) => (
    <UnionForm union={field} values={(value ?? {}) as Loose} root={root} onChange={onChange} />
  ),
  any: ({ field, value, onChange }) => (
    <NumberOrTextField
      label={translated(field.label)}
      value={value as string | number | undefined}
      isAny
      placeholder={placeholderOf(field)}
      onChange={asValue(onChange)}
    />
  ),
  reference: ({ field, value, values, root, onChange }) => (
    <ReferenceControl
      field={field}
      value={value as string | undefined}
      values={values}
      blockType={root.type}
      onChange={asValue(onChange)}
    />
  ),
  variants: VariantsControl,
  condition: null,
  'display condition': null,
  tree: null,
  id: null,
  edge: null,
  literal: null,
  sample: null,
}

function Control(props: ControlProps) {
  const ControlOfKind = controls[props.field.kind] as ComponentType<ControlProps> | null
  return ControlOfKind && <ControlOfKind {...props} />
}

/** Passes on a value as a whole. An empty text removes it. */
const asValue = (onChange: ControlProps['onChange']) => (next: unknown) => onChange([], next === '' ? undefined : next)

/** Returns what an empty control shows: the default, or an example. */
function placeholderOf(field: Field): string | undefined {
  if ('default' in field && field.default !== undefined) return String(field.default)
  return field.placeholder && translated(field.placeholder)
}

function TextControl({ field, value, onChange }: ControlOf<'text'>) {
  const label = translated(field.label)
  const put = asValue(onChange)
  if (field.media) return <MediaField label={label} kind={field.media} value={textOf(value)} onChange={put} />
  return (
    <TextField
      label={label}
      value={textOf(value)}
      isLong={field.isLong}
      pattern={field.pattern?.source}
      placeholder={placeholderOf(field)}
      onChange={put}
    />
  )
}

function NumberControl({ field, value, onChange }: ControlOf<'number'>) {
  const shared = { label: translated(field.label), placeholder: placeholderOf(field), onChange: asValue(onChange) }
  if (field.isStrict)
    return <NumberField {...shared} value={value as number | undefined} min={field.min} max={field.max} />
  return <NumberOrTextField {...shared} value={value as string | number | undefined} isAny={false} />
}

function SwitchControl({ field, value, onChange }: ControlOf<'switch'>) {
  const label = translated(field.label)
  const put = asValue(onChange)
  if (field.unset === undefined)
    return <SwitchField label={label} value={(value ?? field.default ?? false) as boolean} onChange={put} />
  return (
    <SelectField
      label={label}
      value={value === undefined ? undefined : value ? 'on' : 'off'}
      none={translated(field.unset.label)}
      choices={[
        ['on', t('On')],
        ['off', t('Off')],
      ]}
      onChange={(next) => put(next === undefined ? undefined : next === 'on')}
    />
  )
}

function ChoiceControl({ field, value, onChange }: ControlOf<'choice'>) {
  return (
    <SelectField
      label={translated(field.label)}
      value={value as string | undefined}
      none={
        field.default === undefined
          ? t('Not set')
          : t('Default ({choiceLabel})', { choiceLabel: choiceLabel(field.default) })
      }
      choices={field.values.map((name) => {
        const named = field.labels?.[name]?.label
        return [name, named === undefined ? choiceLabel(name) : translated(named)]
      })}
      onChange={asValue(onChange)}
    />
  )
}

function TextsControl({ field, value, onChange }: ControlOf<'texts'>) {
  const label = translated(field.label)
  return (
    <LinesField
      label={field.label.includes('one per line') ? label : t('{label}, one a line', { label })}
      value={value as string[] | undefined}
      onChange={asValue(onChange)}
    />
  )
}

function GroupControl({ field, value, root, onChange }: ControlOf<'group'>) {
  const label = translated(field.label)
  const begin = (path: Path, next: unknown) => onChange([], putAt(emptyLists(field.fields), path, next))
  const change = value === undefined ? begin : onChange
  const { isEnabled, ...others } = field.fields
  if (isEnabled?.kind !== 'switch')
    return (
      <fieldset className="part">
        <legend>{label}</legend>
        <FieldsForm fields={field.fields} values={(value ?? {}) as Loose} root={root} onChange={change} />
      </fieldset>
    )
  const isOn = ((value as Loose | undefined)?.isEnabled ?? isEnabled.default ?? false) === true
  return (
    <>
      <SwitchField label={label} value={isOn} onChange={(next) => change(['isEnabled'], next)} />
      {isOn && Object.keys(others).length > 0 && (
        <fieldset className="part">
          <legend className="visually-hidden">{label}</legend>
          <FieldsForm fields={others} values={{ ...(value as Loose), isEnabled: true }} root={root} onChange={change} />
        </fieldset>
      )}
    </>
  )
}

function RowsControl({ field, value, values, root, onChange }: ControlOf<'rows'>) {
  const label = translated(field.label)
  const put = asValue(onChange)
  if (field.control === 'mcp tools')
    return (
      <Part>
        <McpToolsField
          label={label}
          credentialsId={values.credentialsId as string | undefined}
          value={value}
          onChange={put}
        />
      </Part>
    )
  return (
    <Rows label={label} value={value} onChange={put} empty={() => emptyValues(field.union?.base ?? field.fields)}>
      {(row, changeRow) =>
        field.union ? (
          <UnionForm union={field.union} values={row} root={root} onChange={changeRow} />
        ) : (
          <FieldsForm fields={field.fields} values={row} root={root} onChange={changeRow} />
        )
      }
    </Rows>
  )
}

function VariantsControl({ field, value, root, onChange }: ControlOf<'variants'>) {
  const label = translated(field.label)
  const { key, variants, initial } = field
  const form = (one: Loose, changeOne: FieldsFormProps['onChange']) => (
    <>
      <SelectField
        label={field.isList ? t('Kind') : label}
        value={one[key] as string | undefined}
        choices={Object.keys(variants).map((name) => [name, choiceLabel(name)])}
        onChange={(name) => changeOne([], name === undefined ? {} : { [key]: name })}
      />
      <FieldsForm fields={variants[String(one[key])] ?? {}} values={one} root={root} onChange={changeOne} />
    </>
  )
  if (!field.isList) return form((value ?? {}) as Loose, onChange)
  return (
    <Rows
      label={label}
      value={value}
      onChange={asValue(onChange)}
      empty={() => (initial === undefined ? {} : { [key]: initial })}
    >
      {form}
    </Rows>
  )
}

interface UnionFormProps extends Omit<FieldsFormProps, 'fields'> {
  union: UnionField
}

/** An object whose fields depend on one of them. */
export function UnionForm({ union, values, root, onChange }: UnionFormProps) {
  const { key, members } = union
  const label = translated(union.label)
  const names = members.flatMap(({ is }) => is).filter((name) => name !== undefined)
  return (
    <>
      <SelectField
        label={label}
        value={values[key] as string | undefined}
        none={t('Not set')}
        choices={names.map((name) => [name, choiceLabel(name)])}
        onChange={(name) => onChange([], intoMember(union, { ...values, [key]: name }))}
      />
      <FieldsForm fields={withoutKey(union, values)} values={values} root={root} onChange={onChange} />
    </>
  )
}

function withoutKey(union: UnionField, values: Loose): Fields {
  const { [union.key]: _, ...others } = unionFields(union, values)
  return others
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
