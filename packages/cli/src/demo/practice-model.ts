/**
 * Replaces a language model in the demo with a few rules. Like any model it reads everything from the request, and knows nothing about the
 * bots that call it.
 */

interface Tool {
  function: {
    name: string
    description?: string
    parameters?: { properties?: Record<string, Property> }
  }
}

interface Property {
  title?: string
  type?: string | string[]
  enum?: (string | null)[]
  description?: string
}

/** Body of a chat completion request, as far as the rules read it. */
export interface Asked {
  messages: { role: string; content?: string | { type: string; text?: string }[] | null }[]
  tools?: Tool[]
  response_format?: { json_schema?: { schema?: { properties?: Record<string, Property> } } }
}

/** A text, or a tool call. */
export type Said = { text: string } | { tool: string; given: Record<string, unknown> }

/** Answers a request; dates such as "tomorrow" are relative to `now`. */
export function practiceAnswer(asked: Asked, now = new Date()): Said {
  const { messages, tools = [], response_format: format } = asked
  const last = messages.at(-1)
  const heard = textOf(messages.findLast(({ role }) => role === 'user'))
  const frame = messages.flatMap((one) => (one.role === 'system' ? textOf(one) : [])).join('\n')
  const properties = format?.json_schema?.schema?.properties
  if (properties) return { text: JSON.stringify(valuesIn(sourceOf(messages), properties, now)) }
  if (last?.role === 'tool') return { text: toldOf(textOf(last)) }
  const call = callFor(heard, tools)
  if (call) return call
  const passages = passagesIn(heard)
  if (passages.length > 0) return { text: quoted(passages, heard, frame) }
  return { text: `I am a stand-in for a model, so I can only repeat what I hear: “${heard.trim()}”` }
}

/** Describes the result of a tool in words; a part of the flow returns its variables as JSON. */
function toldOf(result: string): string {
  const values = result.startsWith('{') ? (JSON.parse(result) as Record<string, unknown>) : undefined
  if (!values) return `Here is what I found: ${result}`
  const noted = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${name}: ${value}`] : [],
  )
  return `Thank you. I have noted this: ${noted.join(', ')}`
}

function textOf(message: Asked['messages'][number] | undefined): string {
  const { content } = message ?? {}
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text = '' }) => text).join('\n')
}

/** The text to read values from: the data in the first user message, one JSON object per line, or else the whole message. */
function sourceOf(messages: Asked['messages']): string {
  const text = textOf(messages.find(({ role }) => role === 'user'))
  const data = text.split('\n').flatMap((line) => {
    if (!line.startsWith('{"text":') && !line.startsWith('{"visitor":')) return []
    return Object.values(JSON.parse(line) as Record<string, string>)
  })
  return data.length > 0 ? data.join('\n') : text
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
      .filter((word) => word.length > 3)
      .map((word) => word.replace(/s$/, '')),
  )

function overlap(one: string, other: string): number {
  const words = wordsOf(other)
  return [...wordsOf(one)].filter((word) => words.has(word)).length
}

/** The tool that shares the most words with the message, if any. */
function callFor(heard: string, tools: readonly Tool[]): Said | undefined {
  const scored = tools.map(({ function: tool }) => ({
    tool,
    score: overlap(heard, `${tool.name.replaceAll('_', ' ')} ${tool.description ?? ''}`),
  }))
  const [best] = scored.sort((one, other) => other.score - one.score)
  if (!best || best.score === 0) return undefined
  const { name, description = '', parameters } = best.tool
  const code = /\b[a-z]*\d+\b/i.exec(heard)?.[0] ?? heard
  const given = Object.keys(parameters?.properties ?? {}).map((key) => [
    key,
    /question/.test(key) ? `${description || name}: ${code}. Is that right?` : code,
  ])
  return { tool: name, given: Object.fromEntries(given) }
}

interface Passage {
  passage: number
  title: string
  text: string
}

/** Passages of a knowledge base arrive as one JSON object per line. */
const passagesIn = (heard: string): Passage[] =>
  heard.split('\n').flatMap((line) => (line.startsWith('{"passage":') ? [JSON.parse(line) as Passage] : []))

/**
 * Returns the sentence of the passages that answers best, with the number of its passage, or the reply that the system prompt asks for if
 * there is none.
 */
function quoted(passages: readonly Passage[], heard: string, frame: string): string {
  const question = heard.slice(heard.lastIndexOf('Question:'))
  const sentences = passages.flatMap(({ passage, text }) =>
    (text.match(/[^.!?\n]+[.!?]?/g) ?? []).map((sentence) => ({
      passage,
      sentence: sentence.replace(/^[#\s]+/, '').trim(),
    })),
  )
  const scored = sentences.map((one) => ({ ...one, score: overlap(question, one.sentence) }))
  const [best] = scored.sort((one, other) => other.score - one.score)
  if (best && best.score > 0) return `${best.sentence} [${best.passage}]`
  return /reply with (\S+)/.exec(frame)?.[1] ?? 'I do not know.'
}

function valuesIn(heard: string, properties: Record<string, Property>, now: Date): Record<string, unknown> {
  const sum = { a: 2 + (heard.length % 7), b: 3 + (heard.length % 5) }
  const values = Object.entries(properties).map(([key, property]) => [key, valueIn(heard, property, sum, now)])
  return Object.fromEntries(values)
}

function valueIn(heard: string, property: Property, { a, b }: { a: number; b: number }, now: Date): unknown {
  const { title = '', description = '', type, enum: choices } = property
  const about = `${title} ${description}`
  if (choices)
    return choiceIn(
      heard,
      choices.filter((one) => one !== null),
      about,
    )
  const types = [type].flat()
  if (types.includes('integer') || types.includes('number')) return numberIn(heard)
  if (types.includes('boolean')) return /\b(yes|true|sure)\b/i.test(heard)
  if (types.includes('array')) return []
  if (/\b(day|date)\b/i.test(about)) return dayIn(heard, now)
  if (/question/i.test(title)) return `I can only count. What is ${a} plus ${b}?`
  if (/answer/i.test(title)) return String(a + b)
  if (/remark|sentence/i.test(about)) return 'Counting was invented long before models.'
  if (/\bname\b/i.test(about)) return nameIn(heard)
  return null
}

/** For a judgment: the first choice if two answers in the text are the same, else the second. Otherwise the choice that the text names. */
function choiceIn(heard: string, choices: readonly string[], about: string): string | null {
  const [right, given] = answersIn(heard)
  if (given !== undefined && /right|correct/i.test(about)) return choices[right === given ? 0 : 1] ?? null
  const isNamed = (choice: string) => overlap(choice, heard.replaceAll('loaves', 'loaf')) > 0
  return choices.find(isNamed) ?? null
}

/** Lines such as "Right answer: 7". */
const answersIn = (heard: string): string[] =>
  heard.split('\n').flatMap((line) => {
    const colon = line.indexOf(': ')
    const isAnswer = colon >= 0 && /answer/i.test(line.slice(0, colon))
    const answer = line.slice(colon + 2).trim()
    return isAnswer ? [answer.toLowerCase()] : []
  })

const numberWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function numberIn(heard: string): number | null {
  const digits = /(?<![\d-])\d+(?![\d-])/.exec(heard)?.[0]
  if (digits !== undefined) return Number(digits)
  const word = heard
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.find((one) => numberWords.includes(one))
  return word === undefined ? null : numberWords.indexOf(word) + 1
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Returns a date such as `2026-01-31`: one in the text, today, tomorrow, or the next weekday of that name. */
function dayIn(heard: string, now: Date): string | null {
  const written = /\b\d{4}-\d{2}-\d{2}\b/.exec(heard)?.[0]
  if (written !== undefined) return written
  const words: string[] = heard.toLowerCase().match(/[a-z]+/g) ?? []
  const weekday = weekdays.findIndex((day) => words.includes(day))
  const named = weekday < 0 ? undefined : daysUntil(weekday, now)
  const days = words.includes('today') ? 0 : words.includes('tomorrow') ? 1 : named
  if (days === undefined) return null
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

const daysUntil = (weekday: number, now: Date): number => ((weekday - now.getUTCDay() + 6) % 7) + 1

const daysOfOrders = new Set(['today', 'tomorrow', ...weekdays])

/** Returns the name after "I am" and similar phrases, or a last sentence that consists of a name. */
function nameIn(heard: string): string | null {
  const said = /\b(?:I am|I'm|name is|this is) (\p{Lu}\p{L}*)/u.exec(heard)?.[1]
  if (said !== undefined) return said
  const isName = (part: string) => /^\p{Lu}\p{L}+$/u.test(part) && !daysOfOrders.has(part.toLowerCase())
  const parts = heard.split(/[.!?,]/).map((part) => part.trim())
  return parts.findLast(isName) ?? null
}
