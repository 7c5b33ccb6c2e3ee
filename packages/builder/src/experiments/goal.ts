import { entryOf } from '../catalogue/block-catalogue.js'
import { operators, withoutValue } from '../catalogue/operator-names.js'
import { summaryOf } from '../catalogue/summary.js'
import type { Content } from '../document/content.js'
import { t } from '../i18n/i18n.js'
import type { Experiment } from './experiments.js'

/** Describes the goal of an experiment with the names that the draft has for its block or variable. */
export function goalOf({ goal }: Pick<Experiment, 'goal'>, { groups, variables }: Content): string {
  switch (goal.kind) {
    case 'completed':
      return t('The chat is completed')
    case 'block': {
      const found = blockChoices({ groups, variables }).find(([id]) => id === goal.blockId)
      return found
        ? t('“{block}” is reached', { block: found[1] })
        : t('A block is reached that the draft no longer has')
    }
    case 'variable': {
      const variable = variables.find(({ id }) => id === goal.variableId)?.name ?? t('Deleted variable')
      const operator = operators.find(([value]) => value === goal.operator)?.[1] ?? goal.operator
      return [variable, operator, ...(withoutValue.has(goal.operator) ? [] : [`“${goal.value ?? ''}”`])].join(' ')
    }
  }
}

/** Blocks that can be a goal, with their groups and the beginning of what they say or do. */
export const blockChoices = ({ groups, variables }: Pick<Content, 'groups' | 'variables'>) =>
  groups.flatMap((group) =>
    group.blocks.map((block) => {
      const groupTitle = (id: string) => groups.find((it) => it.id === id)?.title
      const summary = summaryOf(block, { variables, groupTitle })
      const name = `${group.title || t('Untitled')}: ${entryOf(block).label}`
      return [block.id, summary ? `${name}, ${cut(summary)}` : name] as const
    }),
  )

const longest = 40
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text)
