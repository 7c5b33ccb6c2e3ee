import type { Problem } from '@colloquy/flow'
import { table } from './table.js'

/** Names for the locations of problems: titles of groups and types of blocks. */
export interface FlowTitles {
  groups: { id: string; title: string; blocks: { id: string; type: string }[] }[]
}

/** Formats problems as a table with a line that counts them. Keeps their order, which has errors first. */
export function problemTable(problems: Problem[], flow: FlowTitles): string {
  if (problems.length === 0) return 'No problems were found.'
  const rows = problems.map((problem) => [problem.severity, locationName(problem, flow), problem.message, problem.rule])
  return `${table([['Severity', 'Where', 'Problem', 'Rule'], ...rows], widest)}\n${countLine(problems)}`
}

/** Messages are one or two sentences, so lines may be long. */
const widest = 200

function locationName({ location }: Problem, { groups }: FlowTitles): string {
  const group = groups.find(({ id }) => id === location.groupId)
  const block = group?.blocks.find(({ id }) => id === location.blockId)
  if (group === undefined) return location.path ?? ''
  const title = group.title || group.id
  if (block === undefined) return title
  const number = group.blocks.indexOf(block) + 1
  return `${title} › ${number} ${block.type}`
}

function countLine(problems: Problem[]): string {
  const count = (severity: string, name: string) => {
    const found = problems.filter((problem) => problem.severity === severity).length
    return found === 0 ? [] : [`${found} ${name}${found === 1 ? '' : 's'}`]
  }
  return [...count('error', 'error'), ...count('warning', 'warning'), ...count('info', 'note')].join(', ')
}
