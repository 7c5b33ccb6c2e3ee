import type { Field, Fields } from './fields.js'

/** Generates the table of options that the documentation shows. `isNeeded`: true if a block does nothing without an option. */
export function describeOptions(
  fields: Fields,
  isNeeded: (option: string) => boolean = (option) => fields[option]?.isRequired === true,
): string {
  const rows = Object.entries(fields).flatMap(([name, field]) =>
    rowsOf(field).map(([label, kind]) => `| ${label} | ${kind} | ${isNeeded(name) ? 'yes' : ''} |`),
  )
  return ['| Option | Value | Required |', '|---|---|---|', ...rows].join('\n')
}

/** One row for a field, and one for each field of a group. */
function rowsOf(field: Field): [label: string, kind: string][] {
  if (isInternal(field)) return []
  if (field.kind !== 'group') return [[field.label, inCell(describeKind(field))]]
  return shownIn(field.fields).flatMap((inner) =>
    rowsOf(inner).map(([label, kind]): [string, string] => [`${field.label} › ${label}`, kind]),
  )
}

/** Fields that authors do not see: ids, edges and fixed values identify parts of a flow. */
const isInternal = ({ isHidden, kind }: Field): boolean =>
  isHidden === true || kind === 'id' || kind === 'edge' || kind === 'literal'

const shownIn = (fields: Fields): Field[] => Object.values(fields).filter((field) => !isInternal(field))

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const defaultOf = (value: unknown): string => (value === undefined || value === '' ? '' : ` (default: ${value})`)

function describeKind(field: Field): string {
  switch (field.kind) {
    case 'reference':
      return field.to === 'credentials' ? 'account' : field.to
    case 'id':
    case 'edge':
    case 'literal':
      return field.kind
    case 'condition':
    case 'display condition':
      return 'condition'
    case 'tree':
      return 'rich text'
    case 'any':
      return 'any value'
    case 'sample':
      return 'text, not expanded'
    case 'union':
      return field.members.flatMap(({ is }) => is).join(', ')
    case 'text':
      return `${field.isLong ? 'text, several lines' : 'text'}${defaultOf(field.default)}`
    case 'list':
      return `text, with suggestions${defaultOf(field.default)}`
    case 'variable':
      return field.access === 'reads' ? 'variable that is read' : 'variable that is set'
    case 'number':
      return `number${rangeOf(field.min, field.max)}${defaultOf(field.default)}`
    case 'switch':
      return `on or off${defaultOf(field.default === undefined ? undefined : field.default ? 'on' : 'off')}`
    case 'choice':
      return [...new Set([...(field.default === undefined ? [] : [field.default]), ...field.values])]
        .map((value) => `${field.labels?.[value]?.label ?? value}${value === field.default ? ' (default)' : ''}`)
        .join(', ')
    case 'code':
      return 'JavaScript'
    case 'texts':
      return 'texts'
    case 'group':
    case 'rows': {
      const inner = shownIn(field.fields).map((it) => `${it.label}: ${describeKind(it)}`)
      return `${field.kind === 'rows' ? 'rows of ' : ''}${inner.join('; ')}`
    }
    case 'variants':
      return `${field.isList ? 'list of ' : ''}${Object.keys(field.variants).join(', ')}`
  }
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return ` from ${min}`
  return max === undefined ? '' : ` up to ${max}`
}
