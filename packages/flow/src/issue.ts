import type * as z from 'zod'

/** A reason to reject a document: the path, and how to fix it. */
export type Issue = { path: string; message: string }

/** A change that was made to a document: the path, and what was changed. */
export type Warning = { path: string; message: string }

type RawIssue = z.core.$ZodIssue

/** Converts the issues of a schema to ours, with the path written as text. */
export const toIssues = (issues: readonly RawIssue[], prefix = ''): Issue[] =>
  issues.map((issue) => ({ path: joinPath(prefix, issue.path), message: describeIssue(issue) }))

/** Describes in one sentence what is wrong with a value and how to fix it. */
export const describeIssue = (issue: RawIssue): string => {
  if (issue.code === 'invalid_type') return `Give ${names[issue.expected] ?? issue.expected} here.`
  if (issue.code === 'invalid_value')
    return `Use one of: ${issue.values.map((value) => `"${String(value)}"`).join(', ')}.`
  if (issue.code === 'invalid_union') return describeUnion(issue)
  if (issue.code === 'too_small') return `Give at least ${amount(issue.minimum, issue.origin)}.`
  if (issue.code === 'too_big') return `Give at most ${amount(issue.maximum, issue.origin)}.`
  return issue.message
}

/** Names the allowed types if the value has none of them. */
function describeUnion({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const expected = errors.map(([issue]) =>
    issue?.code === 'invalid_type' && issue.path.length === 0 ? (names[issue.expected] ?? issue.expected) : undefined,
  )
  const types = [...new Set(expected)]
  if (types.length === 0 || types.includes(undefined)) {
    return 'This value is none that is known here: choose another, or remove it.'
  }
  return `Give ${types.join(' or ')} here.`
}

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
