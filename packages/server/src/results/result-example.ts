import { blockRegistry } from '@colloquy/blocks'
import { inputTitle } from '@colloquy/engine'
import { type Block, definitionOf, type Flow } from '@colloquy/flow'

/** Example of the default body of an HTTP request after every question was answered: real field names, made-up values. */
export function resultExample(flow: Flow, now: number): Record<string, string> {
  const variables = new Map(flow.variables.map((variable) => [variable.id, variable]))
  const answers = flow.groups.flatMap((group) =>
    group.blocks.filter(isInput).map((block): [string, string] => {
      const variableId =
        'options' in block ? (block.options as { variableId?: string } | undefined)?.variableId : undefined
      const name = variableId === undefined ? undefined : variables.get(variableId)?.name
      return [name || inputTitle(group, block, isInput), exampleAnswer(block)]
    }),
  )
  const isAnswered = new Set(answers.map(([key]) => key))
  const others = flow.variables
    .filter(({ name }) => name !== '' && !isAnswered.has(name))
    .map(({ name, value }): [string, string] => [name, textOf(value) || 'Some text'])
  return {
    message: 'This is an example: its values are made up',
    submittedAt: new Date(now).toISOString(),
    ...Object.fromEntries([...answers, ...others]),
  }
}

const isInput = (block: Block) => blockRegistry.get(block.type)?.kind === 'input'

const textOf = (value: string | (string | null)[] | null | undefined) =>
  Array.isArray(value) ? value.map((item) => item ?? '').join(',') : value

function exampleAnswer(block: Block): string {
  const items = ('items' in block ? block.items : undefined) as { content?: string; title?: string }[] | undefined
  return items?.[0]?.content || items?.[0]?.title || definitionOf(block.type)?.example || 'Some text'
}
