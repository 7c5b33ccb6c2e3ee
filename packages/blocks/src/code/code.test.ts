import { expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const variables = [
  { id: 'vName', name: 'Name', value: 'Ada' },
  { id: 'vAge', name: 'Age', value: '36' },
]

function scripted(content: string, options: object = { isExecutedOnClient: false }) {
  return new Conversation({
    groups: [
      {
        id: 'g',
        blocks: [
          { id: 'code', type: 'Code', options: { name: 'Greeting', content, ...options } },
          bubble('said', '{{Name}} is {{Age}}'),
        ],
      },
    ],
    edges: { start: 'g' },
    variables,
  }).start()
}

test('a script on the server reads variables and sets them by name', () => {
  const talk = scripted('setVariable("Age", {{Age}} + 1); setVariable("Nobody", 1)')
  expect(talk.said).toEqual(['Ada is 37'])
  expect(talk.asked).toMatchObject([{ kind: 'script', mode: 'full', args: { vAge: 36 } }])
})

test('a script that fails sets nothing, and the flow continues with a log', () => {
  const talk = scripted('setVariable("Age", 1); throw new Error("no luck")')
  expect(talk.said).toEqual(['Ada is 36'])
  expect(talk.last.logs[0]).toMatchObject({ status: 'error', description: expect.stringContaining('no luck') })
})

test('a script goes to the client by default, with the variables that it mentions', () => {
  const talk = scripted('console.log({{Name}})', {})
  expect(talk.asked).toEqual([])
  expect(talk.last.clientSideActions).toEqual([
    {
      type: 'scriptToExecute',
      scriptToExecute: { content: 'console.log(vName)', args: [{ id: 'vName', value: 'Ada' }] },
    },
  ])
})
