import type { ResultField, TurnOfResult } from './result-field.js'
import { resultFields } from './result-fields.js'
import { shortText, type Visit } from './visit.js'

type Fields = typeof resultFields
type FieldsWith<Property> = { [Id in keyof Fields]: Fields[Id] extends Property ? Id : never }[keyof Fields]

export type ResultFieldId = keyof Fields
/** Fields with a column in the table of results. */
export type ColumnField = FieldsWith<{ stored: { column: string } }>
/** Fields that describe the origin of a result: by these, results are filtered everywhere and split into segments. */
export type OriginField = FieldsWith<{ stored: { column: string } | 'exposures' }>
/** Fields that describe the visitor: recorded when a result begins, and erased with it. */
export type VisitField = FieldsWith<{ ofVisit: unknown }>
/** Fields whose values are ids of other things. */
export type ReferringField = FieldsWith<{ refersTo: string }>

export type FieldValue<Id extends ResultFieldId> = Fields[Id] extends { values: infer Values }
  ? keyof Values & string
  : Fields[Id] extends { stored: { column: 'integer' } }
    ? number
    : string

/** Values of the columns of a result. */
export type FieldValues = { [Id in ColumnField]: FieldValue<Id> | null }
export type VisitValues = Pick<FieldValues, VisitField & ColumnField>

type SegmentName<Id extends OriginField> = Fields[Id] extends { refersTo: infer Name extends string } ? Name : Id
/** Properties by which results can be split into segments. */
export type SegmentKind = { [Id in OriginField]: SegmentName<Id> }[OriginField]

/** Fields that are columns of tables of results and of exports. */
export type ListedField = Exclude<OriginField, FieldsWith<{ isFilterOnly: true }>>

export const fieldIds = Object.keys(resultFields) as readonly ResultFieldId[]
export const fieldOf = (id: ResultFieldId): ResultField => resultFields[id]

export const columnFields = fieldIds.filter((id): id is ColumnField => typeof fieldOf(id).stored === 'object')
export const originFields = fieldIds.filter((id): id is OriginField => fieldOf(id).stored !== 'row')
export const listedFields = originFields.filter((id): id is ListedField => !fieldOf(id).isFilterOnly)
export const visitFields = fieldIds.filter((id): id is VisitField => fieldOf(id).ofVisit !== undefined)

export const isReferring = (id: OriginField): id is ReferringField => fieldOf(id).refersTo !== undefined

export const segmentOf = (id: OriginField): SegmentKind => (fieldOf(id).refersTo ?? id) as SegmentKind

export const fieldOfSegment = (kind: SegmentKind): OriginField => originFields.find((id) => segmentOf(id) === kind)!

/** The compiler compares the values that a field may have with those that it records. */
const recorded: { [Id in VisitField]: { ofVisit(visit: Visit): FieldValue<Id> | null } } = resultFields

/** Returns the values that the fields record of a visit. */
export function valuesOfVisit(visit: Visit): VisitValues {
  return valuesOf(visitFields, (id) => tidy(id, recorded[id].ofVisit(visit))) as VisitValues
}

/** The columns of a result that a turn writes. The visit is undefined if it is not recorded. */
export function valuesOfTurn(turn: TurnOfResult, visit: VisitValues | undefined): FieldValues {
  return valuesOf(columnFields, (id) => {
    const { ofTurn, ofLink } = fieldOf(id)
    if (ofTurn) return ofTurn(turn)
    return turn.isLinked && ofLink !== undefined ? ofLink : (visit?.[id as VisitField] ?? null)
  }) as FieldValues
}

/** Each turn asks for it: `Object.fromEntries` would take a fiftieth of a turn's time. */
function valuesOf<Id extends string, Value>(ids: readonly Id[], read: (id: Id) => Value): Record<Id, Value> {
  const values = {} as Record<Id, Value>
  for (const id of ids) values[id] = read(id)
  return values
}

/** Filters name results without a value by the empty text, so no value is empty. */
function tidy(id: ResultFieldId, value: string | number | null): string | number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return shortText(value, fieldOf(id).maxLength ?? 200) || null
}

/** The name of results without a value of the visit. */
const unknown = 'unknown'

/** The value that a filter asks for, as text; null for results without one. */
export function storedText(id: OriginField, asked: string): string | null {
  const { nullIs, ofVisit } = fieldOf(id)
  return asked === (nullIs ?? (ofVisit && unknown)) ? null : asked
}

/** The text by which a filter asks for a value. */
export const filterText = (id: OriginField, value: string | null): string => value ?? fieldOf(id).nullIs ?? unknown

/** A stored value as the API shows it. */
export const shownValue = <Value>(id: OriginField, value: Value | null): Value | string | null =>
  value ?? fieldOf(id).nullIs ?? null

/** English label of a value, without a prefix that only distinguishes it from others. */
export function labelOfValue(id: OriginField, value: string): string {
  const { values, names, prefixes = {} } = fieldOf(id)
  for (const labels of [values, names]) if (labels && Object.hasOwn(labels, value)) return labels[value]!.label
  const prefix = Object.keys(prefixes).find((prefix) => value.startsWith(prefix)) ?? ''
  return value.slice(prefix.length)
}
