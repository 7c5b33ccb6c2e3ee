import type { Effect, EffectOutcome } from '@colloquy/engine'
import type { McpRequest, ModelOutcome, ModelRequest } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation, type TestFlow } from '../testing/conversation.js'

type Said = Partial<Extract<ModelOutcome, { answer: 'said' }>>

/** A turn of the model that calls tools. */
const calls = (...made: [name: string, input?: object][]): Said => ({
  finish: 'tool-calls',
  toolCalls: made.map(([name, input = {}], index) => ({ id: `c${index}`, name, input: JSON.stringify(input) })),
})

const says = (text: string): Said => ({ text })

interface Setting {
  options?: object
  more?: object
  groups?: TestFlow['groups']
  /** Outcomes of effects other than calls of the model. */
  outcomes?: (effect: Effect) => EffectOutcome | undefined
}

/** A bot whose agent is answered by a model with these turns, in order. Each exit leads to a separate group. */
function talkWith(turns: Said[], { options = {}, more = {}, groups = [], outcomes }: Setting = {}) {
  const requests: ModelRequest[] = []
  const left = [...turns]
  const exits = ['failure', 'steps', 'hand-over', 'over-budget', 'no-answer']
  const talk = new Conversation(
    {
      groups: [
        {
          id: 'g',
          blocks: [
            {
              id: 'agent',
              type: 'agent',
              options: { credentialsId: 'c', model: 'a-model', firstMessage: 'How can I help?', ...options },
              exits: exits.map((on) => ({ id: on, on, outgoingEdgeId: on })),
              saveErrorInVariableId: 'vCause',
              ...more,
            },
            bubble('after', 'After: {{City}}'),
          ],
        },
        ...groups,
        ...exits.map((id) => ({ id, blocks: [bubble(`b-${id}`, `${id} {{Cause}}`)] })),
      ],
      edges: { start: 'g', ...Object.fromEntries(exits.map((id) => [id, id])) },
      variables: ['City', 'Cause', 'Day', 'Reply'].map((name) => ({ id: `v${name}`, name })),
    },
    {
      outcomes(effect) {
        if (effect.kind === 'transcript') return { kind: 'transcript', entries: [] }
        if (effect.kind !== 'model') return outcomes?.(effect)
        requests.push(effect.request)
        const next = left.shift()
        if (!next) throw new Error('The model was asked once more than expected.')
        return {
          kind: 'model',
          outcome: { answer: 'said', text: '', toolCalls: [], finish: 'stop', usage: {}, ...next },
        }
      },
    },
  )
  return { talk, requests }
}

const toolNames = (request: ModelRequest | undefined) => request?.call.tools?.map(({ name }) => name)
const lastResults = (request: ModelRequest | undefined) => {
  const last = request?.call.messages.at(-1)
  return last?.role === 'tool' ? last.results.map(({ text }) => text) : undefined
}

const setCity = { type: 'Set a variable', variableId: 'vCity', description: 'Where they live' }

test('an agent says its first message, asks like a text input, and continues behind itself when it is done', () => {
  const { talk, requests } = talkWith(
    [says('Which **city**?'), calls(['set_City', { value: 'Ulm' }]), calls(['finish'])],
    {
      options: { tools: [setCity], instructions: 'Find out the city.' },
    },
  )
  talk.start()
  expect(talk.said).toEqual(['How can I help?'])
  expect(talk.last.input).toMatchObject({ id: 'agent', type: 'text input' })
  expect(requests).toEqual([])
  talk.user('I moved')
  expect(talk.said).toEqual(['Which city?'])
  expect(talk.last.messages[0]?.content).toMatchObject({ html: expect.stringContaining('<strong>') })
  expect(requests[0]?.call.messages[0]).toMatchObject({ role: 'system', text: expect.stringContaining('Find out') })
  expect(toolNames(requests[0])).toEqual(['set_City', 'finish', 'hand_over'])
  talk.user('Ulm')
  expect(talk.said).toEqual(['After: Ulm'])
  expect(lastResults(requests[2])).toEqual(['{"done":true}'])
  expect(talk.session.frames[0]?.memories).toBeUndefined()
  expect(talk.last.answers.map(({ content }) => content)).toEqual(['Ulm'])
})

test('without a first message the model begins, with what was said before', () => {
  const { talk, requests } = talkWith([says('Good day')], { options: { firstMessage: undefined } })
  talk.start()
  expect(talk.said).toEqual(['Good day'])
  expect(requests[0]?.call.messages.at(-1)).toMatchObject({ role: 'user' })
})

test('the model gets the error of a tool that throws, and of an unknown tool', () => {
  const broken = { type: 'Function', name: 'look up', code: 'throw new Error("closed on Sundays")' }
  const { talk, requests } = talkWith([calls(['look_up'], ['unknown']), says('They are closed.')], {
    options: { tools: [broken] },
  })
  talk.start().user('Open?')
  expect(lastResults(requests[1])).toEqual([
    expect.stringContaining('closed on Sundays'),
    expect.stringContaining('no such tool'),
  ])
  expect(talk.said).toEqual(['They are closed.'])
})

test('a tool that asks first runs only when the visitor agrees, and shows what will be done', () => {
  const book = {
    type: 'Function',
    name: 'book',
    parameters: [{ type: 'string', name: 'day', required: true }],
    code: 'setVariable("Day", day); return "booked"',
    asksFirst: true,
  }
  const call = calls(['book', { day: 'Monday', question_to_visitor: 'Shall I book it?' }])
  const { talk, requests } = talkWith([call, call, says('Done')], {
    options: { tools: [book], confirmation: { yes: 'Go on', no: 'Stop' } },
  })
  talk.start().user('Book Monday')
  expect(talk.said).toEqual(['Your approval is needed: book\nday: Monday\nShall I book it?'])
  expect(talk.last.input).toMatchObject({ type: 'choice input', items: [{ content: 'Go on' }, { content: 'Stop' }] })
  talk.user('Stop')
  expect(lastResults(requests[1])).toEqual([expect.stringContaining('said no')])
  talk.user('Go on')
  expect(talk.said).toEqual(['Done'])
  expect(lastResults(requests[2])).toEqual(['booked'])
  expect(talk.session.frames[0]?.variables.vDay).toBe('Monday')
})

describe('before a call that needs an approval, the visitor', () => {
  const tool = { type: 'Function', name: 'wipe', code: 'setVariable("Day", "wiped")', asksFirst: true }
  const asking = (given: object, change: object = {}) => {
    const options = { tools: [{ ...tool, ...change }] }
    const { talk, requests } = talkWith([calls(['wipe', given]), says('Never mind')], { options })
    talk.start().user('What are your opening hours?')
    return { talk, requests }
  }

  test('sees the name that the author gave the tool, whatever the model asks', () => {
    const question = { question_to_visitor: 'Shall I show you our opening hours?' }
    const { talk } = asking(question, { displayName: 'Delete your account' })
    expect(talk.said).toEqual(['Your approval is needed: Delete your account\nShall I show you our opening hours?'])
    expect(asking({}).talk.said).toEqual(['Your approval is needed: wipe'])
  })

  test('sees every value as a whole, on one line, with what is invisible in it', () => {
    const value = `${'x'.repeat(1_000)}end`
    const { talk } = asking({ note: value, to: 'me\nYour approval is needed: nothing', name: 'a\u202eb\u200bc' })
    expect(talk.said[0]?.split('\n').slice(1)).toEqual([
      `note: ${value}`,
      'to: me ↵ Your approval is needed: nothing',
      'name: a\\u{202e}b\\u{200b}c',
    ])
  })

  test('is not asked when the values are too long to be read, and the call does not run', () => {
    const { talk, requests } = asking({ note: 'x'.repeat(2_001), question_to_visitor: 'Go on?' })
    expect(talk.said).toEqual(['Never mind'])
    expect(lastResults(requests[1])).toEqual([expect.stringContaining('at most 2000 characters')])
    expect(talk.session.frames[0]?.variables.vDay).toBeUndefined()
  })

  test('has no more replies than the author allows, also when they are Yes and No', () => {
    const again = () => calls(['wipe'])
    const { talk, requests } = talkWith([again(), again(), again(), again()], {
      options: { tools: [tool], maxTurns: 2 },
    })
    talk.start().user('Hello').user('Yes').user('Yes')
    expect(requests).toHaveLength(2)
    expect(talk.last.input?.id).not.toBe('agent')
  })
})

test('something else than an agreement stops the call, and reaches the model as said', () => {
  const tool = { type: 'Function', name: 'pay', code: 'setVariable("Day", "paid")', asksFirst: true }
  const { talk, requests } = talkWith([calls(['pay']), says('How much, then?')], { options: { tools: [tool] } })
  talk.start().user('Pay').user('No, less')
  expect(requests[1]?.call.messages.at(-1)).toMatchObject({ role: 'user', parts: [{ text: 'No, less' }] })
  expect(talk.session.frames[0]?.variables.vDay).toBeUndefined()
})

test('a group that a tool leads to may ask the visitor, and its values come back to the model', () => {
  const tool = {
    type: 'Go to a group',
    name: 'ask_day',
    groupId: 'days',
    comesBack: true,
    returned: [{ variableId: 'vDay' }],
  }
  const days = {
    id: 'days',
    blocks: [bubble('which', 'Which day?'), { id: 'day', type: 'text input', options: { variableId: 'vDay' } }],
  }
  const { talk, requests } = talkWith([calls(['ask_day']), says('Monday it is')], {
    options: { tools: [tool] },
    groups: [days],
  })
  talk.start().user('Book a day')
  expect(talk.said).toEqual(['Which day?'])
  talk.user('Monday')
  expect(talk.said).toEqual(['Monday it is'])
  expect(lastResults(requests[1])).toEqual(['{"done":true,"Day":"Monday"}'])
  expect(talk.last.input?.id).toBe('agent')
})

test('a group that does not come back ends the agent', () => {
  const tool = { type: 'Go to a group', name: 'leave', groupId: 'away', comesBack: false }
  const { talk } = talkWith([calls(['leave'])], {
    options: { tools: [tool] },
    groups: [{ id: 'away', blocks: [bubble('gone', 'Away')] }],
  })
  talk.start().user('Bye')
  expect(talk.said).toEqual(['Away'])
  expect(talk.last.isEnd).toBe(true)
})

test('a block of the bot runs as a tool with values of the model, and returns its result', () => {
  const request = {
    id: 'find',
    type: 'Webhook',
    options: {
      webhook: { url: 'https://shop.test/{{City}}', method: 'GET' },
      responseVariableMapping: [{ id: 'm', variableId: 'vDay', bodyPath: 'data.day' }],
    },
  }
  const tool = {
    type: 'Run a block',
    name: 'find',
    groupId: 'tools',
    blockId: 'find',
    parameters: [{ variableId: 'vCity' }],
  }
  const urls: string[] = []
  const { talk, requests } = talkWith([calls(['find', { City: 'Bonn' }]), says('On Friday')], {
    options: { tools: [tool] },
    groups: [{ id: 'tools', blocks: [request] }],
    outcomes(effect) {
      if (effect.kind !== 'http') return undefined
      urls.push(effect.request.url)
      return { kind: 'http', answer: 'response', status: 200, text: '{"day":"Friday"}' }
    },
  })
  talk.start().user('When?')
  expect(urls).toEqual(['https://shop.test/Bonn'])
  expect(JSON.parse(lastResults(requests[1])?.[0] ?? '')).toMatchObject({ done: true, Day: 'Friday' })
})

test('calls of a block that runs as a tool are of that block, and those behind it of the agent again', () => {
  const request = { id: 'find', type: 'Webhook', options: { webhook: { url: 'https://shop.test', method: 'GET' } } }
  const tool = { type: 'Run a block', name: 'find', groupId: 'tools', blockId: 'find', parameters: [] }
  const { talk } = talkWith([calls(['find']), says('Done')], {
    options: { tools: [tool] },
    groups: [{ id: 'tools', blocks: [request] }],
    outcomes: ({ kind }) => (kind === 'http' ? { kind, answer: 'response', status: 200, text: '{}' } : undefined),
  })
  talk.start().user('When?')
  const asked = talk.asked.map(({ kind }, index) => [kind, talk.askedBy[index]])
  expect(asked.filter(([kind]) => kind !== 'transcript')).toEqual([
    ['model', 'agent'],
    ['http', 'find'],
    ['model', 'agent'],
  ])
})

test('an agent that only calls tools leaves by the step limit, with what it said so far', () => {
  const again: Said = { ...calls(['set_City', { value: 'Rome' }]), text: 'Let me see.' }
  const { talk, requests } = talkWith([again, again], { options: { tools: [setCity], maxSteps: 2 } })
  talk.start().user('Hm')
  expect(talk.said).toEqual(['Let me see.', 'Let me see.', 'steps steps'])
  expect(requests).toHaveLength(2)
})

test.each([
  ['asks for a person', [calls(['hand_over'])], 'hand-over hand-over'],
  ['says nothing', [{}], 'no-answer empty'],
  ['does not answer', [{ answer: 'failed', cause: 'overloaded', reason: 'busy' } as object], 'failure overloaded'],
])('an agent whose model %s takes the exit for it', (_, turns, said) => {
  const { talk } = talkWith(turns)
  expect(talk.start().user('Hi').said).toEqual([said])
})

test('the exit for an empty answer of the model is not one for a visitor who says nothing', () => {
  const { talk } = talkWith([])
  expect(talk.start().last.noAnswer).toBeUndefined()
  expect(talk.session.noAnswer).toBeUndefined()
})

test('more replies than allowed take the exit for the step limit', () => {
  const { talk } = talkWith([says('One')], { options: { maxTurns: 1 } })
  expect(talk.start().user('a').said).toEqual(['One'])
  expect(talk.user('b').said).toEqual(['steps turns'])
})

test('an agent without an account or a model takes its exit', () => {
  expect(talkWith([], { options: { credentialsId: undefined } }).talk.start().said).toEqual(['failure refused'])
  expect(talkWith([], { options: { model: '' } }).talk.start().said).toEqual(['failure refused'])
})

test('a long talk stays within its limit, and keeps what is being answered', () => {
  const long = 'x'.repeat(30_000)
  const turns = Array.from({ length: 8 }, () => says(long))
  const { talk, requests } = talkWith(turns)
  talk.start()
  for (let turn = 0; turn < 8; turn++) talk.user(`Question ${turn}`)
  expect(talk.session.frames[0]?.memories?.agent?.length).toBeLessThan(101_000)
  expect(requests.at(-1)?.call.messages.at(-1)).toMatchObject({ parts: [{ text: 'Question 7' }] })
  expect(requests.at(-1)?.call.messages[1]?.role).toBe('user')
})

test('when a talk is too long, older results of tools are omitted first', () => {
  const report = { type: 'Function', name: 'report', code: 'return "x"' }
  const turns = ['First', 'Second', 'Third'].flatMap((text) => [calls(['report']), says(text)])
  const { talk, requests } = talkWith([...turns, says('Fourth')], {
    options: { tools: [report] },
    outcomes: ({ kind }) =>
      kind === 'script' ? { kind: 'script', ok: true, value: 'x'.repeat(40_000), assigned: [] } : undefined,
  })
  talk.start()
  for (const text of ['One', 'Two', 'Three', 'Four']) talk.user(text)
  const messages = requests.at(-1)?.call.messages ?? []
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(4)
  const results = messages.flatMap((one) => (one.role === 'tool' ? one.results.map(({ text }) => text) : []))
  expect(results).toEqual(['(left out)', 'x'.repeat(40_000), 'x'.repeat(40_000)])
})

test('a search of knowledge brings the passages that fit, and notes a question that none of them answers', () => {
  const passage = (text: string, score: number) => ({ id: text, title: 'Shop', url: 'https://a.example', text, score })
  let passages = [passage('Within 30 days.', 0.8), passage('We hire.', 0.1)]
  const asked: Effect[] = []
  const search = ['search_knowledge', { question: 'How long?' }] as [string, object]
  const { talk, requests } = talkWith([calls(search), says('30 days'), calls(search), says('I do not know')], {
    options: { tools: [{ type: 'Search knowledge', knowledgeBaseId: 'base' }] },
    outcomes(effect) {
      if (effect.kind !== 'knowledge') return undefined
      asked.push(effect)
      return { kind: 'knowledge', answer: 'found', passages }
    },
  })
  talk.start().user('How long can I return it?')
  expect(asked).toEqual([{ kind: 'knowledge', request: { baseId: 'base', query: 'How long?', limit: 6 } }])
  const given = { passages: [{ title: 'Shop', url: 'https://a.example', text: 'Within 30 days.' }] }
  expect(lastResults(requests[1])).toEqual([JSON.stringify(given)])
  expect(talk.last.unanswered).toBeUndefined()
  passages = [passage('We hire.', 0.1)]
  talk.user('And then?')
  expect(lastResults(requests[3])).toEqual(['{"passages":[]}'])
  expect(talk.last.unanswered).toEqual([{ baseId: 'base', question: 'How long?' }])
})

test('a variable with a list of values takes one of them only, and variables that no text names stay here', () => {
  const tool = { ...setCity, values: ['Ulm', 'Bonn'] }
  const turns = [
    calls(['set_City', { value: 'Rome' }]),
    says('Which one?'),
    calls(['set_City', { value: 'Bonn' }]),
    says('Noted'),
  ]
  const { talk, requests } = talkWith(turns, { options: { tools: [tool], instructions: 'Find out the city.' } })
  talk.start()
  talk.session.frames[0]!.variables.vDay = 'a private day'
  talk.user('Rome')
  expect(requests[0]?.call.tools?.[0]?.parameters).toMatchObject({ properties: { value: { enum: ['Ulm', 'Bonn'] } } })
  expect(lastResults(requests[1])).toEqual([expect.stringContaining('Ulm, Bonn')])
  talk.user('Bonn')
  expect(talk.session.frames[0]?.variables.vCity).toBe('Bonn')
  expect(JSON.stringify(requests)).not.toContain('a private day')
})

const server = (credentialsId: string, ...tools: object[]) => ({ type: 'MCP server', credentialsId, tools })
const picked = (name: string, hash = 'h1') => ({
  name,
  hash,
  schema: { type: 'object', properties: { q: {} } },
  asksFirst: false,
})

test('a tool of a server asks the visitor first unless its author has switched that off', () => {
  const { asksFirst: _, ...unset } = picked('cancel')
  const asked: McpRequest[] = []
  const { talk, requests } = talkWith([calls(['cancel', { q: 'x', question_to_visitor: 'Shall I cancel x?' }])], {
    options: { tools: [server('up', unset)] },
    outcomes(effect) {
      if (effect.kind !== 'mcp') return undefined
      asked.push(effect.request)
      return { kind: 'mcp', outcome: { answer: 'tools', tools: [{ name: 'cancel', hash: 'h1' }] } }
    },
  })
  talk.start().user('Cancel x')
  expect(talk.said).toEqual(['Your approval is needed: cancel\nq: x\nShall I cancel x?'])
  expect(talk.last.input).toMatchObject({ type: 'choice input' })
  expect(requests[0]?.call.tools?.[0]?.parameters).toMatchObject({ required: ['question_to_visitor'] })
  expect(asked.map(({ ask }) => ask)).toEqual(['tools'])
})

test('tools of a server are offered as they were picked; those that changed, and servers that are away, are not', () => {
  const asked: McpRequest[] = []
  const tools = [server('up', picked('find'), picked('new', 'old')), server('down', picked('other'))]
  const { talk, requests } = talkWith([calls(['find', { q: 'x' }]), says('Found')], {
    options: { tools },
    outcomes(effect) {
      if (effect.kind !== 'mcp') return undefined
      const { request } = effect
      asked.push(request)
      if (request.credentialsId === 'down')
        return { kind: 'mcp', outcome: { answer: 'failed', cause: 'overloaded', reason: 'away' } }
      if (request.ask === 'call') return { kind: 'mcp', outcome: { answer: 'result', text: 'a page' } }
      const listed = ['find', 'new'].map((name) => ({ name, hash: 'h1' }))
      return { kind: 'mcp', outcome: { answer: 'tools', tools: listed } }
    },
  })
  talk.start().user('Find x')
  expect(toolNames(requests[0])).toEqual(['find', 'finish', 'hand_over'])
  expect(requests[0]?.call.tools?.[0]?.parameters).toEqual({ type: 'object', properties: { q: {} } })
  expect(asked.at(-1)).toEqual({ ask: 'call', credentialsId: 'up', tool: 'find', hash: 'h1', input: '{"q":"x"}' })
  expect(lastResults(requests[1])).toEqual(['a page'])
  const logs = talk.last.logs.map(({ description }) => description)
  expect(logs).toEqual([expect.stringContaining('"new" has changed'), expect.stringContaining('away')])
})

test('what a person said in place of the agent reaches the model once, with the next reply', () => {
  const { talk, requests } = talkWith([says('Hello'), says('Good'), says('Bye')])
  talk.start().user('Hi')
  const said = 'A person (Ana) answered in your place.\nAna: We open at nine.'
  const turn = talk.run({ kind: 'reply', message: { type: 'text', text: 'Thanks' }, people: said } as never)
  if ('refused' in turn) throw new Error(turn.refused.message)
  talk.session = turn.session
  talk.user('Bye')
  const texts = (index: number) => JSON.stringify(requests[index]?.call.messages)
  expect(texts(0)).not.toContain('We open at nine.')
  expect(texts(1)).toContain('We open at nine.')
  expect(texts(2).split('We open at nine.')).toHaveLength(2)
})
