import { searchable } from '@colloquy/flow/searchable'
import { globals, membersOf } from './code-words.js'

/** `text`: placeholders and inline code. `expression`: a text that may be a calculation. `code`: JavaScript with placeholders. */
export type Written = 'text' | 'expression' | 'code'

export interface Completion {
  kind: 'variable' | 'function' | 'property'
  label: string
  /** Text that replaces everything from `from` to the cursor. */
  insert: string
  /** Number of characters between the cursor and the end of `insert`: the cursor goes between the parentheses of a function. */
  back: number
}

export interface Completions {
  /** Start of the text that a completion replaces. */
  from: number
  /** The completion is the name of a variable after its opening braces; the closing ones may be there already. */
  isBraced: boolean
  items: readonly Completion[]
}

/** The braces and the name before the cursor. */
const bracedName = /\{\{([^{}=][^{}]{0,60}|)$/
/** Number of characters before the cursor that are examined. */
const reach = 300
const max = 8

/** Returns completions for the text before the cursor, best first; undefined if there are none. */
export function complete(
  text: string,
  at: number,
  variables: readonly { name: string }[],
  written: Written,
): Completions | undefined {
  const before = text.slice(Math.max(0, at - reach), at)
  const braced = bracedName.exec(before)
  if (braced) return found(at - braced[0].length, true, variablesWith(variables, braced[1]!.trim(), 'includes'))
  if (!isInCode(before, written)) return undefined
  const member = /(?:\b([A-Za-z]+)|[\w$})\]"'])\.([A-Za-z]*)$/.exec(before)
  if (member) {
    const [, name = '', typed = ''] = member
    // A period at the end of a sentence does not start a property.
    if (written === 'expression' && typed === '') return undefined
    return found(at - typed.length, false, membersOf(name).filter(startsWith(typed)).map(word))
  }
  const [typed] = /(?<![\w$.])[A-Za-z_$][\w$]*$/.exec(before) ?? []
  if (typed === undefined || (written === 'expression' && (typed.length < 2 || !isOperand(before, typed))))
    return undefined
  return found(at - typed.length, false, [
    ...variablesWith(variables, typed, 'startsWith'),
    ...globals.filter(startsWith(typed)).map(word),
  ])
}

/** Returns the completion for a name behind two braces that no variable has. */
export function completeNew(
  text: string,
  at: number,
  variables: readonly { name: string }[],
): (Completion & { from: number }) | undefined {
  const [braced, typed = ''] = bracedName.exec(text.slice(Math.max(0, at - reach), at)) ?? []
  const label = typed.trim()
  if (!braced || label === '' || variables.some(({ name }) => name === label)) return undefined
  return { kind: 'variable', label, insert: `{{${label}}}`, back: 0, from: at - braced.length }
}

function found(from: number, isBraced: boolean, items: readonly Completion[]): Completions | undefined {
  return items.length > 0 ? { from, isBraced, items: items.slice(0, max) } : undefined
}

/** True inside inline code, or in a field that contains nothing else. */
function isInCode(before: string, written: Written): boolean {
  return written !== 'text' || before.lastIndexOf('{{=') > Math.max(before.lastIndexOf('=}}'), before.lastIndexOf('\n'))
}

/** True where a calculation expects a value, and not in the middle of a sentence. */
const isOperand = (before: string, typed: string): boolean =>
  /(?:^|[-+*/%(,?:!=<>&|[])\s*$/.test(before.slice(0, -typed.length))

const startsWith = (typed: string) => (it: string) => searchable(it).startsWith(searchable(typed))

const variablesWith = (variables: readonly { name: string }[], typed: string, how: 'includes' | 'startsWith') =>
  variables
    .filter(({ name }) => searchable(name)[how](searchable(typed)))
    .map(({ name }): Completion => ({ kind: 'variable', label: name, insert: `{{${name}}}`, back: 0 }))

function word(label: string): Completion {
  const isFunction = label.endsWith('()')
  return { kind: isFunction ? 'function' : 'property', label, insert: label, back: isFunction ? 1 : 0 }
}
