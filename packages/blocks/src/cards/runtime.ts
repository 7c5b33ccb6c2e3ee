import type { BlockRuntime, Reply } from '@colloquy/engine'
import { choiceAnswers } from '../choice/choice-answers.js'
import { itemExits } from '../choice/item-exits.js'
import { showInput } from '../common/show-input.js'
import { type Card, type CardPath, displayedCards } from './displayed-cards.js'

/** Cards with buttons: a reply is the id of a button, or a card's title. */
export const cards: BlockRuntime<'cards'> = {
  type: 'cards',
  kind: 'input',
  inputName: 'cards',
  *input(block, context) {
    return showInput(block, context, { items: yield* displayedCards(block, context) })
  },
  *parse(block, reply, context) {
    if (reply?.type !== 'text') return { kind: 'rejected' }
    const chosen = chosenCard(yield* displayedCards(block, context), reply)
    const content = chosen?.card.title || chosen?.card.imageUrl
    if (!chosen || !content) return { kind: 'rejected' }

    const mapping: { field?: string; variableId?: string }[] = block.options?.saveResponseMapping ?? []
    const variables = mapping.flatMap(({ field, variableId }) => {
      const value = field && fieldOf(chosen, field)
      return variableId && typeof value === 'string' ? [{ id: variableId, value }] : []
    })
    const edgeId = chosen.path?.outgoingEdgeId
    return { kind: 'accepted', content, variables, ...(edgeId !== undefined && { edgeId }) }
  },
  answerKind: ({ items = [] }) => choiceAnswers(items.map(({ title, imageUrl }) => ({ label: title || imageUrl }))),
  invalidReplyText: 'Please choose one of the options.',
  exits: (block) =>
    itemExits(
      block,
      (block.items ?? []).flatMap((item: Card) => item.paths ?? []),
    ),
}

interface ChosenCard {
  card: Card
  path?: CardPath
}

/** Matches the id of a button, else a text that is one, else a title, which means the card's first button. */
function chosenCard(displayed: Card[], { text, metadata }: Extract<Reply, { type: 'text' }>): ChosenCard | undefined {
  for (const named of [metadata?.replyId, text.trim()])
    for (const card of displayed) {
      const path = card.paths?.find(({ id }) => id === named)
      if (path) return { card, path }
    }
  const title = text.trim().toLowerCase()
  const card = displayed.find((card) => card.title?.trim().toLowerCase() === title)
  return card && { card, path: card.paths?.[0] }
}

function fieldOf({ card, path }: ChosenCard, field: string): string | null | undefined {
  switch (field) {
    case 'Image URL':
      return card.imageUrl
    case 'Title':
      return card.title
    case 'Description':
      return card.description
    case 'Button':
      return path?.text
    case 'Internal Value':
      return card.options?.internalValue || undefined
    default:
      return undefined
  }
}
