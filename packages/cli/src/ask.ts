import { createInterface } from 'node:readline'
import { isCancel, multiselect, select, text } from '@clack/prompts'
import type { Input } from '@colloquy/chat'
import { choicesOf, isMultiple, isNumber, pickByLine } from './choices.js'

/** Asks the person at the terminal for a reply; undefined when they leave. */
export interface Asker {
  ask: (input: Input) => Promise<string | undefined>
  close: () => void
}

/** Shows lists to pick from in a terminal; reads one line per reply if the input is a file or a pipe. */
export const createAsker = (): Asker =>
  process.stdin.isTTY && process.stdout.isTTY ? createPromptAsker() : createLineAsker()

/** The commands of a chat, offered in addition to the choices of a list. */
const commands = [
  { value: '/history', label: '/history', hint: 'what was said so far' },
  { value: '/quit', label: '/quit', hint: 'leave' },
]

function createPromptAsker(): Asker {
  return { ask: prompt, close: () => {} }
}

async function prompt(input: Input): Promise<string | undefined> {
  const choices = choicesOf(input)
  const options = choices.map(({ label, reply }) => ({ value: reply, label }))
  if (choices.length > 0 && isMultiple(input)) {
    const picked = await multiselect({ message: 'Pick any', options, required: true })
    return isCancel(picked) ? undefined : picked.join(', ')
  }
  if (choices.length > 0) {
    const picked = await select({ message: 'Pick one', options: [...options, ...commands] })
    return isCancel(picked) ? undefined : picked
  }
  const typed = await text({ message: hintOf(input), placeholder: placeholderOf(input), defaultValue: '' })
  return isCancel(typed) ? undefined : typed
}

function createLineAsker(): Asker {
  const reader = createInterface({ input: process.stdin, terminal: false })
  const lines = reader[Symbol.asyncIterator]()
  return {
    async ask(input) {
      const choices = choicesOf(input)
      if (!isNumber(input)) {
        for (const [index, { label }] of choices.entries()) console.log(`  ${index + 1}) ${label}`)
      }
      const { value, done } = await lines.next()
      if (done) return undefined
      const line = String(value).trim()
      console.log(`> ${line}`)
      if (!isMultiple(input)) return pickByLine(input, choices, line)
      return line
        .split(',')
        .map((part) => pickByLine(input, choices, part.trim()))
        .join(', ')
    },
    close: () => reader.close(),
  }
}

const hintOf = (input: Input): string => {
  const kind = input.type.replace(/ input$/, '')
  return kind === 'text' ? 'Your answer' : `Your answer (${kind})`
}

function placeholderOf(input: Input): string | undefined {
  const labels = input.options?.labels as { placeholder?: string } | undefined
  return labels?.placeholder
}
