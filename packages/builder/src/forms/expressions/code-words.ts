/** Names that an expression can use besides variables: the part of the language that the script sandbox provides. */

/** Global names. */
export const globals: readonly string[] = [
  'Math',
  'JSON',
  'Date',
  'Number()',
  'String()',
  'Boolean()',
  'Array',
  'Object',
  'parseInt()',
  'parseFloat()',
  'isNaN()',
  'encodeURIComponent()',
  'decodeURIComponent()',
  'true',
  'false',
  'null',
  'undefined',
]

const members: Readonly<Record<string, readonly string[]>> = {
  Math: [
    'round()',
    'floor()',
    'ceil()',
    'abs()',
    'min()',
    'max()',
    'pow()',
    'sqrt()',
    'trunc()',
    'sign()',
    'random()',
    'PI',
  ],
  JSON: ['parse()', 'stringify()'],
  Date: ['now()', 'parse()', 'UTC()'],
  Number: ['isInteger()', 'isFinite()', 'parseFloat()', 'MAX_SAFE_INTEGER'],
  Array: ['isArray()', 'from()', 'of()'],
  Object: ['keys()', 'values()', 'entries()', 'fromEntries()', 'assign()'],
}

/** Members of texts, lists and numbers alike: the type of a variable is known only when a chat runs. */
const membersOfValues: readonly string[] = [
  'length',
  'toUpperCase()',
  'toLowerCase()',
  'trim()',
  'includes()',
  'startsWith()',
  'endsWith()',
  'indexOf()',
  'slice()',
  'split()',
  'replace()',
  'replaceAll()',
  'padStart()',
  'padEnd()',
  'repeat()',
  'match()',
  'at()',
  'join()',
  'map()',
  'filter()',
  'find()',
  'some()',
  'every()',
  'concat()',
  'reverse()',
  'sort()',
  'reduce()',
  'toFixed()',
]

/** Completions for the property after a dot. */
export const membersOf = (name: string): readonly string[] =>
  (Object.hasOwn(members, name) ? members[name] : undefined) ?? membersOfValues
