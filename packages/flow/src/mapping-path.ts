import type { Group } from './flow-schema.js'
import type { Issue } from './issue.js'
import { isObject, objectsOf } from './json.js'

/** A path that reads a part of a response, with its place in the document (`groups.0.blocks.2.options…`). */
export interface MappingPath {
  groupId: string
  blockId: string
  path: string
  text: string
}

/** The paths of all response mappings of a flow. */
export function* mappingPathsOf(groups: readonly Group[]): Iterable<MappingPath> {
  for (const [g, { id: groupId, blocks }] of groups.entries()) {
    for (const [b, block] of blocks.entries()) {
      const options: unknown = 'options' in block ? block.options : undefined
      if (!isObject(options)) continue
      for (const [m, { bodyPath }] of objectsOf(options.responseVariableMapping).entries()) {
        const path = `groups.${g}.blocks.${b}.options.responseVariableMapping.${m}.bodyPath`
        if (typeof bodyPath === 'string') yield { groupId, blockId: block.id, path, text: bodyPath }
      }
    }
  }
}

/**
 * Describes what is wrong with a path and how to fix it; undefined if it is valid. Paths are expressions over `data` and `statusCode`;
 * paths that are recognizably in another language, or that access what no response has, are reported before they run.
 */
export function mappingPathProblem(text: string): string | undefined {
  if (text.length > longest) return `Shorten this path: it has ${text.length} characters, and may have ${longest}.`
  if (/^\s*\$\s*(?:\.|\[)/.test(text)) {
    return 'Write this path as an expression that begins with data, such as data.items[0].name: "$" is not known here.'
  }
  if (/(?:\.|\[\s*["'`])\s*(?:__proto__|constructor|prototype)\b/.test(text)) {
    return 'Take __proto__, constructor and prototype out of this path: a response has no such parts.'
  }
  const code = text.replace(/"[^"\\]*"|'[^'\\]*'/g, '""')
  if (/(?<!\.)\.\.(?!\.)/.test(code)) return 'Name each step of this path: ".." does not search here.'
  return undefined
}

const longest = 1000

/**
 * What is wrong with a path that can be saved, but reads nothing in a run, and the path that was meant, if that is obvious. Expressions are
 * not examined any further.
 */
export function mappingPathHint(text: string): { message: string; meant?: string } | undefined {
  const code = text.trim().replace(/"[^"\\]*"|'[^'\\]*'/g, '""')
  if (code === '' || code.includes('{{')) return undefined
  if (!isBalanced(code)) return { message: 'This path is not complete: close its brackets and quotes.' }
  const root = /^[A-Za-z_$][\w$]*(?=(?:\.[A-Za-z_$][\w$]*|\[(?:\d+|"")\])*$)/.exec(code)?.[0]
  if (root === undefined || ['data', 'statusCode', 'true', 'false', 'null', 'undefined'].includes(root))
    return undefined
  return { message: 'This path reads nothing: begin it with data or statusCode.', meant: `data.${text.trim()}` }
}

function isBalanced(code: string): boolean {
  const open: string[] = []
  for (const sign of code.replace(/`[^`]*`|""/g, '')) {
    if ('([{'.includes(sign)) open.push(sign)
    else if (')]}'.includes(sign) && open.pop() !== { ')': '(', ']': '[', '}': '{' }[sign]) return false
    else if (sign === '"' || sign === "'" || sign === '`') return code.includes('\\') || code.includes('/')
  }
  return open.length === 0
}

/** Why these groups cannot be saved. Paths that were stored before are accepted, so that other changes can still be saved. */
export function mappingPathIssues(groups: readonly Group[], before: readonly Group[] = []): Issue[] {
  const issues: Issue[] = []
  let known: Set<string> | undefined
  for (const { blockId, path, text } of mappingPathsOf(groups)) {
    const message = mappingPathProblem(text)
    if (message === undefined) continue
    known ??= new Set([...mappingPathsOf(before)].map((it) => `${it.blockId} ${it.text}`))
    if (!known.has(`${blockId} ${text}`)) issues.push({ path: `bot.${path}`, message })
  }
  return issues
}
