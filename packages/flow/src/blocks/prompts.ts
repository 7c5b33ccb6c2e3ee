import { scaleOf } from '../readers/scale.js'

/** The parts of an input that say what it offers. */
export interface OfferingInput {
  items?: readonly object[] | undefined
  options?: Readonly<Record<string, unknown>> | undefined
}

/** Something to pick: the text that is shown, and the reply that is sent when it is picked. */
export interface Offer {
  label: string
  reply: string
}

/** Describes inputs with a prompt, for clients that have no view of them: a terminal, messaging apps, and replies of tests. */
export interface PromptDefinition {
  /** Lists the choices that people can pick from instead of typing. */
  offers(input: OfferingInput): Offer[]
  /** The form that messaging apps give it; `typed`: a text that people answer by typing. */
  messaging: 'typed' | 'buttons' | 'pictures' | 'cards'
  /** Replies that fit, for inputs that offer none. */
  samples: readonly string[]
  /** A typed number is the answer itself, and not the position of what is offered. */
  isNumber?: true
  /** Replies are addresses of files. */
  takesFiles?: true
  /** Paid in a form of the provider: no message is an answer. */
  isPayment?: true
}

const typed = { offers: () => [], messaging: 'typed' } as const

/**
 * The ways in which inputs ask. Clients render and read an input by its prompt, not by its type. A client treats an unknown prompt as a choice if the input
 * has items, else as text.
 */
export const prompts = {
  text: { ...typed, samples: ['Ada'] },
  email: { ...typed, samples: ['ada@example.com'] },
  url: { ...typed, samples: ['https://example.com'] },
  number: { ...typed, samples: ['1', '0', '100'] },
  phone: { ...typed, samples: ['+33612345678'] },
  date: { ...typed, samples: ['2026-01-31'] },
  time: { ...typed, samples: ['10:30'] },
  scale: { offers: offeredNumbers, messaging: 'typed', samples: ['1'], isNumber: true },
  choice: {
    offers: ({ items }) => itemsIn(items).flatMap(({ content }) => offer(content)),
    messaging: 'buttons',
    samples: [],
  },
  pictures: {
    offers: ({ items }) => itemsIn(items).flatMap(({ title, pictureSrc }) => offer(title ?? pictureSrc)),
    messaging: 'pictures',
    samples: [],
  },
  cards: { offers: offeredPaths, messaging: 'cards', samples: [] },
  file: { ...typed, samples: ['https://example.com/a.png'], takesFiles: true },
  payment: { ...typed, samples: ['Success'], isPayment: true },
} as const satisfies Record<string, PromptDefinition>

export type Prompt = keyof typeof prompts

export const promptNames = Object.keys(prompts) as [Prompt, ...Prompt[]]

/** The definition of a prompt. */
export const definitionOfPrompt = (prompt: Prompt): PromptDefinition => prompts[prompt]

interface Item {
  content?: string
  title?: string
  pictureSrc?: string
  paths?: readonly { id: string; text?: string }[]
}

const itemsIn = (items: readonly object[] = []) => items as readonly Item[]
const offer = (text: string | undefined): Offer[] => (text ? [{ label: text, reply: text }] : [])

function offeredPaths({ items }: OfferingInput): Offer[] {
  return itemsIn(items).flatMap(({ title, paths }) =>
    paths?.length ? paths.map(({ id, text }) => ({ label: `${title ?? ''}: ${text ?? ''}`, reply: id })) : offer(title),
  )
}

/** Longer lists of numbers are not offered: typing is quicker. */
const maxNumbers = 100

function offeredNumbers({ options }: OfferingInput): Offer[] {
  const { first, last } = scaleOf(options as Parameters<typeof scaleOf>[0])
  if (!(last - first < maxNumbers)) return []
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const text = String(first + index)
    return { label: text, reply: text }
  })
}
