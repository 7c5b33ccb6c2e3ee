import { describe, expect, it } from 'vitest'
import { faultsOf, type Property, readAnswer } from './extraction.js'

const property = (key: string, name: string, type: Property['type']): Property => ({
  key,
  name,
  type,
  variableId: key,
  isRequired: true,
})
const properties = [
  property('v1', 'Name', 'string'),
  property('v2', 'Age', 'number'),
  property('v3', 'Wishes', 'array'),
]

const nothing = () => undefined
const right = { v1: 'Ada {the} "first"', v2: 36, v3: ['tea', 'a } brace'] }
const named = { Name: right.v1, Age: right.v2, Wishes: right.v3 }
const bodies = [
  right,
  { ...right, v2: '36' },
  named,
  { result: right },
  { data: { answer: right } },
  [right],
  { v1: { value: right.v1 }, v2: { value: 36 }, v3: { value: right.v3 } },
].flatMap((body) => [JSON.stringify(body), JSON.stringify(body, null, 2)])
const frames: ((body: string) => string)[] = [
  (body) => body,
  (body) => `\n\n${body}\n`,
  (body) => `\`\`\`json\n${body}\n\`\`\``,
  (body) => `Sure! Here is the object:\n${body}`,
  (body) => `${body}\nLet me know if {anything} else is needed.`,
  (body) => `I filled in {name} and {age} as 5" asked:\n${body}`,
  (body) => `{"note": "a draft"}\n${body}`,
]
const values = (text: string) => readAnswer(text, properties, nothing).map(({ value }) => value)

describe('readAnswer', () => {
  it('finds the same values in 98 odd answers: fenced, wrapped, named, listed, with words and braces around', () => {
    const answers = bodies.flatMap((body) => frames.map((frame) => frame(body)))
    expect(answers).toHaveLength(98)
    for (const answer of answers) expect(values(answer), answer).toEqual(Object.values(right))
  })

  it('keeps only values that were complete when an answer is cut off, wherever that is', () => {
    const whole = JSON.stringify(right)
    for (let end = 0; end < whole.length - 1; end++) {
      const read = readAnswer(whole.slice(0, end), properties, nothing)
      for (const [index, { value }] of read.entries())
        if (value !== undefined) expect(value).toEqual(Object.values(right)[index])
      expect(faultsOf(read), whole.slice(0, end)).not.toEqual([])
    }
    expect(values(whole.slice(0, -1))).toEqual(Object.values(right))
    expect(values(whole.slice(0, -2))).toEqual([right.v1, 36, undefined])
  })

  it('never takes a text for a number, and says which value is wrong', () => {
    for (const wrong of ['about 36', '36 years', 'n/a', '1e999', [36], { years: 36 }, true]) {
      const read = readAnswer(JSON.stringify({ ...right, v2: wrong }), properties, nothing)
      expect(read[1]?.value).toBeUndefined()
      expect(faultsOf(read)).toEqual(['v2 has to be a number'])
    }
    expect(readAnswer('{"v1":"Ada","v2":1e999,"v3":[]}', properties, nothing)[1]?.value).toBeUndefined()
  })
})
