import type * as z from 'zod'

/** A reason to reject a document: the path, and how to fix it. */
export type Issue = { path: string; message: string }

/** A change that was made to a document: the path, and what was changed. */
export type Warning = { path: string; message: string }

type RawIssue = z.core.$ZodIssue

/** Converts the issues of a schema to ours, with the path written as text. Those of a union are the issues of the variant that was meant. */
export const toIssues = (issues: readonly RawIssue[], prefix = ''): Issue[] =>
  issues.flatMap((issue) => {
    const path = joinPath(prefix, issue.path)
    const meant = issue.code === 'invalid_union' ? issuesOfMeantVariant(issue) : undefined
    return meant ? toIssues(meant, path) : [{ path, message: describeIssue(issue) }]
  })

/**
 * Returns the issues of the one variant that only fails within: the value has its type, and the literals that distinguish it from the others.
 * Undefined if no variant or several are like this.
 */
function issuesOfMeantVariant({ errors }: z.core.$ZodIssueInvalidUnion): readonly RawIssue[] | undefined {
  const [meant, ...others] = errors.filter((issues) => issues.length > 0 && issues.every(isWithin))
  return others.length === 0 ? meant : undefined
}

const isWithin = ({ path, code }: RawIssue): boolean => path.length > 0 && code !== 'invalid_value'

/** Describes in one sentence what is wrong with a value and how to fix it. */
export const describeIssue = (issue: RawIssue): string => {
  if (issue.code === 'invalid_type') return `Give ${names[issue.expected] ?? issue.expected} here.`
  if (issue.code === 'invalid_value') return `Use one of: ${quoted(issue.values).join(', ')}.`
  if (issue.code === 'invalid_union') return describeUnion(issue)
  if (issue.code === 'too_small') return `Give at least ${amount(issue.minimum, issue.origin)}.`
  if (issue.code === 'too_big') return `Give at most ${amount(issue.maximum, issue.origin)}.`
  return issue.message
}

/** Names the allowed types and values if the value is none of them. */
function describeUnion(union: z.core.$ZodIssueInvalidUnion): string {
  const { options } = union as { options?: readonly unknown[] }
  if (options) return `Use one of: ${quoted(options).join(', ')}.`
  const expected = union.errors.map(([issue]) => (issue?.path.length === 0 ? expectedBy(issue) : undefined))
  const allowed = [...new Set(expected.flat())]
  if (allowed.length === 0 || allowed.includes(undefined)) {
    return 'This value is none that is known here: choose another, or remove it.'
  }
  // In a query, a text stands for true or false.
  const isFlag = allowed.includes(names.boolean)
  return `Give ${allowed.filter((one) => !isFlag || !/^"(true|false|1|0)"$/.test(one ?? '')).join(' or ')} here.`
}

function expectedBy(issue: RawIssue): string[] | undefined {
  if (issue.code === 'invalid_type') return [names[issue.expected] ?? issue.expected]
  return issue.code === 'invalid_value' ? quoted(issue.values) : undefined
}

const quoted = (values: readonly unknown[]): string[] => values.map((value) => `"${String(value)}"`)

function amount(bound: number | bigint, origin: string): string {
  const [one, many] = units[origin] ?? []
  const unit = bound === 1 ? one : many
  return unit === undefined ? String(bound) : `${bound} ${unit}`
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

const names: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

export const joinPath = (prefix: string, path: readonly PropertyKey[]): string =>
  [...(prefix === '' ? [] : [prefix]), ...path.map(String)].join('.')
