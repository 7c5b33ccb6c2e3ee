/** The conversation that every rival holds: a chain of five questions, whose answers are kept. Plain data in, plain data out. */

const length = 5
const question = (number) => ({
  id: `text${number}`,
  type: 'text',
  content: {
    type: 'richText',
    richText: [{ type: 'p', children: [{ text: `Question ${number}: what do you say?` }] }],
  },
})
const input = (number) => ({ id: `input${number}`, type: 'text input', options: { variableId: `variable${number}` } })

export function begin() {
  return { state: { at: 0, said: [] }, answer: { messages: [question(0)], input: input(0) } }
}

/** The state after a reply, and what the visitor is sent. Throws when the conversation has ended. */
export function proceed({ at, said }, message) {
  if (at >= length) throw new Error('The conversation has ended')
  const state = { at: at + 1, said: [...said, message] }
  return { state, answer: at + 1 < length ? { messages: [question(at + 1)], input: input(at + 1) } : { messages: [] } }
}
