import type { BlockOf } from './block.js'

type OneKind = NonNullable<BlockOf<'Set variable'>['options']>
type KeyOf<Union> = Union extends unknown ? keyof Union : never
type At<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never

/** The options of all kinds of values combined, for code that reads them without narrowing by kind. */
export type SetVariableOptions = { [Key in KeyOf<OneKind>]?: At<OneKind, Key> }
