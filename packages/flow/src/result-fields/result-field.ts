import type { Visit } from './visit.js'

/** A text of the interface, in English; the builder translates it. */
interface Named {
  label: string
}

/**
 * A field of a result. Its column, lists, filters, sorting, segments, exports, API, erasure and copies between databases derive from the
 * definition.
 */
export interface ResultField extends Named {
  /** Choice of a filter that accepts every value: "All sources". */
  all?: string
  /** Meaning of the values, for the API. */
  description?: string
  /**
   * Place of the value: a column of `results` that a migration adds, which is null for results without a value; the row of every
   * result; or another table.
   */
  stored: { column: 'text' | 'integer' } | 'row' | 'exposures'
  /** Id in preferences of exported columns, if it differs from the field's. */
  knownAs?: string
  /** Operators of the API that compare the field. */
  filters: readonly (
    | 'equals'
    | 'oneOf'
    | 'contains'
    | 'isEmpty'
    | 'isNotEmpty'
    | 'greaterThan'
    | 'lessThan'
    | 'before'
    | 'after'
  )[]
  /** True if lists of results can be sorted by the field. */
  isSortable?: true
  /** True for a field that tables and exports omit. */
  isFilterOnly?: true
  /** The kind of thing whose id is the value: its name is shown. */
  refersTo?: 'environment' | 'release' | 'variant'
  /** Value of results that have none, in the API. A value of a visit is `unknown` otherwise. */
  nullIs?: string
  /** The only values. */
  values?: Readonly<Record<string, Named>>
  /** Labels of some of the values. */
  names?: Readonly<Record<string, Named>>
  /** Prefixes that labels of other values omit. `label`: how the builder presents the rest, as `{name}`. */
  prefixes?: Readonly<Record<string, Partial<Named>>>
  /** Format of filter values, and the error message for others. */
  format?: { pattern: RegExp; message: string }
  /** Maximum number of characters of a value, 200 by default. */
  maxLength?: number
  /** A value for documentation and tests. */
  example?: string | number
  /** Value of a turn: every turn of the conversation writes it. */
  ofTurn?(turn: TurnOfResult): string | null
  /**
   * Value of the visit that began the result, null if it is unknown. It describes the visitor: it is recorded if the settings of the bot and
   * the browser permit that, and is erased with the result. Texts may have any length and characters: they are shortened.
   */
  ofVisit?(visit: Visit): string | number | null
  /** Value of results of linked bots, instead of that of the visit. */
  ofLink?: string
}

/** Required properties of a definition, depending on where its value is stored. */
export type DefinedField = ResultField &
  (
    | { stored: 'row' }
    | ({ all: string; description: string } & (
        | { stored: 'exposures' }
        | ({ stored: { column: string }; example: string | number } & ({ ofTurn: object } | { ofVisit: object }))
      ))
  )

/** Origin of one of the results of a turn. */
export interface TurnOfResult {
  releaseId: string
  /** Null for `live`. */
  environmentId: string | null
  /** True for the result of a bot that the bot of the session links. */
  isLinked: boolean
}
