import type { Condition, DisplayCondition } from '../conditions/condition.js'

/** How much of a value is visible in a public draft: `all` of it, only the name of a `variable`, the `host` of an address, or `nothing`. */
export type Shows = 'all' | 'variable' | 'host' | 'nothing'

/** Form properties of an option of any kind. */
interface About {
  readonly label: string
  /** Explains where to find the value, or what it does. */
  readonly help?: string
  readonly placeholder?: string
  /** The block does nothing without it: the linter reports that, and a run logs it. In a row: a row without it is dropped. */
  readonly isRequired?: boolean
  /** Kept in flows that have it, but not offered. */
  readonly isHidden?: boolean
  /** Under "Advanced" in the form, because most authors do not need it. */
  readonly isAdvanced?: boolean
  /**
   * Shown only while another option of the same object has one of these values, where `undefined` stands for unset, or a text of another
   * kind.
   */
  readonly shownWhen?:
    | { readonly option: string; readonly is: readonly unknown[] }
    | { readonly option: string; readonly unlike: (text: string) => boolean }
  /** Default: `all` for choices, switches and numbers, the name of a `variable` for texts, and `nothing` for code and lists of texts. */
  readonly shows?: Shows
  /** Required by the flow schema. */
  readonly isAlwaysThere?: boolean
  /** Typebot's format does not have it: readers of that format do not receive it. */
  readonly isExtension?: boolean
}

/** Text in which placeholders and inline code are replaced once when the block runs. */
export interface TextField extends About {
  readonly kind: 'text'
  readonly isLong?: boolean
  readonly default?: string
  /** Transforms the expanded text if a placeholder or inline code was replaced in it. */
  whenFilledIn?(text: string): string
  /** Flows may contain null. */
  readonly isNullable?: boolean
  /** Pattern in the flow schema. */
  readonly pattern?: { readonly source: string; readonly problem: string }
  /** Names that services take as they are. The linter reports others, which are changed for each call. */
  readonly names?: { readonly pattern: RegExp; readonly help: string }
  /** The address of a file of this kind. */
  readonly media?: 'image' | 'video' | 'audio' | 'captions'
  /** JavaScript if the block runs in the visitor's browser; a public draft then shows it. */
  readonly isScript?: boolean
  /** The kind of value that the text is read as. The linter reports one that cannot be read. */
  readonly reads?: Readable
  /** The kind of text, which says how values are encoded in it. Default: `text`, in which they stay as they are. */
  readonly position?: Position
}

/** Kinds of texts that a block reads: it leaves out, or replaces, what it cannot read. */
export type Readable = 'number' | 'amount' | 'time zone' | 'date format' | 'email addresses'

/**
 * Kinds of texts in which a value could act as syntax: an address, the value of a header, a body that is JSON, a form, markup or text, HTML
 * if the block says so, and an expression, which gets values as variables.
 */
export type Position = 'text' | 'address' | 'header' | 'body' | 'html' | 'expression'

/** Text with suggestions: `list` names a list of the action that the service returns, `values` are fixed ones. */
export interface ListField extends About {
  readonly kind: 'list'
  readonly list?: string
  readonly values?: readonly string[]
  readonly default?: string
}

/** The id of a variable; it is never expanded. */
export interface VariableField extends About {
  readonly kind: 'variable'
  readonly access: 'reads' | 'writes' | 'both'
}

/** A number, or text with one placeholder that stands for one. */
export interface NumberField extends About {
  readonly kind: 'number'
  readonly default?: number
  readonly min?: number
  readonly max?: number
  /** Flows contain only a number between `min` and `max`. */
  readonly isStrict?: boolean
}

export interface SwitchField extends About {
  readonly kind: 'switch'
  readonly default?: boolean
  /** Meaning of an unset option, if that is neither on nor off. */
  readonly unset?: { readonly label: string }
}

export interface ChoiceField extends About {
  readonly kind: 'choice'
  readonly values: readonly string[]
  /** Names of values that do not explain themselves. */
  readonly labels?: Readonly<Record<string, { readonly label: string }>>
  readonly default?: string
  /** Values that flows may contain, but that are not offered. */
  readonly kept?: readonly string[]
  /** Name in the API reference. */
  readonly name?: string
  /** Value that an empty one stands for. */
  readonly emptyMeans?: string
  /** Former names of values, which flows may still use. */
  readonly renamed?: Readonly<Record<string, string>>
}

/** JavaScript, the body of an async function; the block decides how it runs. */
export interface CodeField extends About {
  readonly kind: 'code'
  /** Like that of a text. */
  readonly isScript?: boolean
}

/** The id of something outside the block. */
export interface ReferenceField extends About {
  readonly kind: 'reference'
  readonly to: 'credentials' | 'bot' | 'group' | 'block' | 'knowledge base' | 'team'
  /** Type of the credentials, if it differs from that of the block. */
  readonly credentials?: 'http proxy' | 'mcp'
  readonly default?: string
}

/** The id of an item or a row, or of its outgoing edge. */
export interface IdField extends About {
  readonly kind: 'id' | 'edge'
}

/** A value that every item has, and that identifies the item within the block. */
export interface LiteralField extends About {
  readonly kind: 'literal'
  readonly value: string
}

/** Rich text, in the format of the editor. */
export interface TreeField extends About {
  readonly kind: 'tree'
}

/** Text that authors keep with a block, such as an example response: it is never expanded, and visitors never receive it. */
export interface SampleField extends About {
  readonly kind: 'sample'
}

/** Any value. */
export interface AnyField extends About {
  readonly kind: 'any'
}

/** A condition; `isShown` of an item says when it is shown. */
export interface ConditionField extends About {
  readonly kind: 'condition' | 'display condition'
}

/** An object whose fields depend on the value of its option `key`, in addition to fields that it always has. */
export interface UnionField extends About {
  readonly kind: 'union'
  readonly key: string
  readonly base: Fields
  readonly members: readonly UnionMember[]
}

export interface UnionMember {
  /** Values of `key`; `undefined` stands for unset. */
  readonly is: readonly (string | undefined)[]
  readonly fields: Fields
}

/** A list of texts, each expanded. */
export interface TextsField extends About {
  readonly kind: 'texts'
  readonly reads?: Readable
}

/** A list of objects that all have these fields. */
export interface RowsField extends About {
  readonly kind: 'rows'
  readonly fields: Fields
  /** Name of a row in the API reference. */
  readonly name?: string
  /** Control in the builder that replaces the list of forms. */
  readonly control?: 'mcp tools'
  /** Replaces `fields` if the fields of a row depend on one of them. */
  readonly union?: UnionField
}

/** An object of options. */
export interface GroupField extends About {
  readonly kind: 'group'
  readonly fields: Fields
  /** Name in the API reference, where groups with the same name are identical. */
  readonly name?: string
}

/** An object, or with `isList` a list of objects, whose fields depend on the value of its option `key`. */
export interface VariantsField extends About {
  readonly kind: 'variants'
  readonly key: string
  readonly variants: Readonly<Record<string, Fields>>
  readonly isList?: boolean
  /** Variant of list entries that do not name one. */
  readonly fallback?: string
  /** Variant of entries that the form adds. */
  readonly initial?: string
  /** Variants that Typebot's format does not have, each with its replacement for readers of that format, or null for none. */
  readonly extensions?: Readonly<Record<string, string | null>>
}

export type Field =
  | TextField
  | ListField
  | VariableField
  | NumberField
  | SwitchField
  | ChoiceField
  | CodeField
  | TextsField
  | RowsField
  | GroupField
  | VariantsField
  | ReferenceField
  | IdField
  | LiteralField
  | TreeField
  | SampleField
  | AnyField
  | ConditionField
  | UnionField

export type Fields = { readonly [option: string]: Field }

type VariantsOf<K extends string, V extends Readonly<Record<string, Fields>>> = {
  [N in keyof V]: { [P in K]: N } & OptionsOf<V[N]>
}[keyof V]

/** The value of a field when a block runs: expanded, and of its declared kind. */
export type ValueOf<F extends Field> = F extends { kind: 'text' | 'list' | 'variable' | 'code' | 'reference' }
  ? string
  : F extends { kind: 'number' }
    ? number
    : F extends { kind: 'switch' }
      ? boolean
      : F extends { kind: 'choice'; values: readonly (infer V)[] }
        ? V
        : F extends { kind: 'texts' }
          ? readonly string[]
          : F extends { kind: 'rows'; fields: infer R extends Fields }
            ? readonly OptionsOf<R>[]
            : F extends { kind: 'group'; fields: infer R extends Fields }
              ? OptionsOf<R>
              : F extends {
                    kind: 'variants'
                    key: infer K extends string
                    variants: infer V extends Readonly<Record<string, Fields>>
                  }
                ? F extends { isList: true }
                  ? readonly VariantsOf<K, V>[]
                  : VariantsOf<K, V>
                : never

type StoredVariant<K extends string, V extends Readonly<Record<string, Fields>>> =
  | { [P in K]?: undefined }
  | { [N in keyof V]: Flat<{ [P in K]: N } & Stored<V[N]>> }[keyof V]

type KeptOf<F> = F extends { kept: readonly (infer V)[] } ? V : never

/** The value of a field as a flow stores it. */
export type StoredValue<F extends Field> = F extends { kind: 'text'; isNullable: true }
  ? string | null
  : F extends { kind: 'text' | 'list' | 'variable' | 'code' | 'reference' | 'id' | 'edge' | 'sample' }
    ? string
    : F extends { kind: 'number' }
      ? F extends { isStrict: true }
        ? number
        : number | string
      : F extends { kind: 'switch' }
        ? boolean
        : F extends { kind: 'choice'; values: readonly (infer V)[] }
          ? V | KeptOf<F>
          : F extends { kind: 'literal'; value: infer V }
            ? V
            : F extends { kind: 'texts' }
              ? string[]
              : F extends { kind: 'tree' | 'any' }
                ? // biome-ignore lint/suspicious/noExplicitAny: the value may be anything
                  any
                : F extends { kind: 'condition' }
                  ? Condition
                  : F extends { kind: 'display condition' }
                    ? DisplayCondition
                    : F extends { kind: 'rows'; union: infer U extends UnionField }
                      ? StoredUnion<U>[]
                      : F extends { kind: 'rows'; fields: infer R extends Fields }
                        ? Stored<R>[]
                        : F extends { kind: 'group'; fields: infer R extends Fields }
                          ? Stored<R>
                          : F extends UnionField
                            ? StoredUnion<F>
                            : F extends {
                                  kind: 'variants'
                                  key: infer K extends string
                                  variants: infer V extends Readonly<Record<string, Fields>>
                                  isList: true
                                }
                              ? StoredVariant<K, V>[]
                              : unknown

type IsStored<F extends Field> = F extends { kind: 'id' | 'literal' } | { isAlwaysThere: true } ? true : false

export type Flat<T> = { [K in keyof T]: T[K] }

/** Options as a flow stores them: only those that the schema requires are guaranteed. */
export type Stored<F extends Fields> = Flat<
  { -readonly [K in keyof F as IsStored<F[K]> extends true ? K : never]: StoredValue<F[K]> } & {
    -readonly [K in keyof F as IsStored<F[K]> extends true ? never : K]?: StoredValue<F[K]> | undefined
  }
>

type MemberOf<K extends string, B extends Fields, M> = M extends {
  is: readonly (infer V)[]
  fields: infer F extends Fields
}
  ? Flat<Stored<B> & Stored<F> & (undefined extends V ? { [P in K]?: V | undefined } : { [P in K]: V })>
  : never

/** The same for a union. */
export type StoredUnion<U extends UnionField> = U extends {
  key: infer K extends string
  base: infer B extends Fields
  members: readonly (infer M)[]
}
  ? MemberOf<K, B, M>
  : never

type IsThere<F extends Field> = F extends { default: string | number | boolean }
  ? true
  : F extends { isRequired: true }
    ? F extends { shownWhen: object }
      ? false
      : true
    : false

/** The options of a running block: those with a default and those that are always required are present, others may be missing. */
export type OptionsOf<F extends Fields> = {
  readonly [K in keyof F as IsThere<F[K]> extends true ? K : never]: ValueOf<F[K]>
} & { readonly [K in keyof F as IsThere<F[K]> extends true ? never : K]?: ValueOf<F[K]> }

type Given<F extends Field> = Omit<F, 'kind'>

export const text = <const A extends Given<TextField>>(about: A) => ({ kind: 'text', ...about }) as const
export const list = <const A extends Given<ListField>>(about: A) => ({ kind: 'list', ...about }) as const
export const number = <const A extends Given<NumberField>>(about: A) => ({ kind: 'number', ...about }) as const
export const flag = <const A extends Given<SwitchField>>(about: A) => ({ kind: 'switch', ...about }) as const
export const code = <const A extends Given<CodeField>>(about: A) => ({ kind: 'code', ...about }) as const
export const texts = <const A extends Given<TextsField>>(about: A) => ({ kind: 'texts', ...about }) as const
export const group = <const A extends Given<GroupField>>(about: A) => ({ kind: 'group', ...about }) as const
export const rows = <const A extends Given<RowsField>>(about: A) => ({ kind: 'rows', ...about }) as const
export const variants = <const A extends Given<VariantsField>>(about: A) => ({ kind: 'variants', ...about }) as const

export const reference = <const T extends ReferenceField['to'], const A extends Omit<Given<ReferenceField>, 'to'>>(
  to: T,
  about: A,
) => ({ kind: 'reference', to, ...about }) as const
export const tree = <const A extends Given<TreeField>>(about: A) => ({ kind: 'tree', ...about }) as const
export const sample = <const A extends Given<SampleField>>(about: A) => ({ kind: 'sample', ...about }) as const
export const any = <const A extends Given<AnyField>>(about: A) => ({ kind: 'any', ...about }) as const
export const union = <const A extends Given<UnionField>>(about: A) => ({ kind: 'union', ...about }) as const
export const id = { kind: 'id', label: 'Id', isHidden: true, shows: 'all' } as const
export const edge = { kind: 'edge', label: 'Edge', isHidden: true, shows: 'all' } as const
export const literal = <const V extends string>(value: V) =>
  ({ kind: 'literal', label: 'Name', value, isHidden: true, shows: 'all' }) as const
export const condition = { kind: 'condition', label: 'Condition', shows: 'all' } as const
export const displayCondition = { kind: 'display condition', label: 'When it is shown', shows: 'all' } as const

/** Text that visitors see, or that controls what they see: a public draft shows it. */
export const shownText = <const A extends Omit<Given<TextField>, 'shows'>>(about: A) =>
  ({ kind: 'text', ...about, shows: 'all' }) as const

/** Text that no public draft shows, not even a variable in it. */
export const hiddenText = <const A extends Omit<Given<TextField>, 'shows'>>(about: A) =>
  ({ kind: 'text', ...about, shows: 'nothing' }) as const

export const choice = <const V extends readonly string[], const A extends Omit<Given<ChoiceField>, 'values'>>(
  values: V,
  about: A,
) => ({ kind: 'choice', values, ...about }) as const

/** A variable that the block sets. */
export const saveIn = <const A extends Omit<Given<VariableField>, 'access'>>(about: A) =>
  ({ kind: 'variable', access: 'writes', ...about }) as const

/** A variable that the block reads. */
export const readFrom = <const A extends Omit<Given<VariableField>, 'access'>>(about: A) =>
  ({ kind: 'variable', access: 'reads', ...about }) as const

/** Rows of two texts; a row that lacks one of them is dropped when the block runs. */
export const pairs = <const K extends string, const V extends string, const A extends Omit<Given<RowsField>, 'fields'>>(
  key: readonly [name: K, label: string],
  value: readonly [name: V, label: string],
  about: A,
) => {
  const [keyName, keyLabel] = key
  const [valueName, valueLabel] = value
  const fields = {
    [keyName]: text({ label: keyLabel, isRequired: true }),
    [valueName]: text({ label: valueLabel, isRequired: true }),
  } as { readonly [P in K | V]: { readonly kind: 'text'; readonly label: string; readonly isRequired: true } }
  return { kind: 'rows', ...about, fields } as const
}

/** Maps parts of the response to variables; a row without an item means the first one. */
export const mapping = <const I extends readonly [string, ...string[]]>(
  items: I,
  { label = 'Save from the response', renamed }: { label?: string; renamed?: Readonly<Record<string, string>> } = {},
) => {
  const item: {
    kind: 'choice'
    label: string
    values: I
    default: I[number]
    renamed?: Readonly<Record<string, string>>
  } = { kind: 'choice', label: 'Value', values: items, default: items[0], ...(renamed && { renamed }) }
  return rows({ label, fields: { item, variableId: saveIn({ label: 'Save in', isRequired: true }) } })
}

/** True if the form offers an option, given the values of the others. */
export const isOffered = ({ isHidden, shownWhen }: Field, given: Readonly<Record<string, unknown>>): boolean =>
  isHidden !== true && (shownWhen === undefined || isMet(shownWhen, given[shownWhen.option]))

const isMet = (when: NonNullable<Field['shownWhen']>, value: unknown): boolean =>
  'is' in when ? when.is.includes(value) : !when.unlike(typeof value === 'string' ? value : '')
