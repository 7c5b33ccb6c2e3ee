import type { ReplyMessage } from '@colloquy/chat'
import { bubble, Conversation, compiledFlowOf, type TestFlow } from './conversation.js'

/** A flow, a visitor, and the expected messages: the same in memory as over HTTP. */
export interface Talk {
  flow: TestFlow
  /** Bots that the flow links to, by the id used in the link. */
  linked?: Record<string, TestFlow>
  visitor: (string | ReplyMessage)[]
  /** Messages at the start, and after each reply. */
  said: string[][]
}

/** Holds a talk in memory to its end; throws when the messages differ. */
export function hold({ flow, linked = {}, visitor, said }: Talk): Conversation {
  const compiledFlows = Object.entries(linked).map(([botId, it]) => compiledFlowOf(it, botId.replace(/^bot-/, '')))
  const talk = new Conversation(flow, { linked: compiledFlows }).start()
  const shown = [talk.said, ...visitor.map((message) => talk.user(message).said)]
  if (JSON.stringify(shown) !== JSON.stringify(said))
    throw new Error(`Instead of ${JSON.stringify(said)} this was said: ${JSON.stringify(shown)}`)
  return talk
}

const askName = { id: 'name', type: 'text input', options: { variableId: 'vName' } }
const variables = [
  { id: 'vName', name: 'Name' },
  { id: 'vKind', name: 'Kind' },
  { id: 'vText', name: 'Text' },
]

const branching = (branch: TestFlow['groups'][number]['blocks'], event: object): TestFlow => ({
  groups: [
    { id: 'g', title: 'You', blocks: [askName, bubble('b', 'got {{Name}}')] },
    { id: 'e', blocks: branch },
  ],
  edges: { start: 'g', event: 'e' },
  variables,
  events: [{ id: 'ev', type: 'reply', outgoingEdgeId: 'event', ...event }],
})
const onReply = { options: { contentVariableId: 'vText', inputTypeVariableId: 'vKind' } }
const onHelp = { type: 'command', options: { command: 'help' } }
const back = { id: 'r', type: 'Return' }

const child: TestFlow = {
  groups: [
    {
      id: 'c',
      blocks: [bubble('c1', 'Hi {{Name}} {{Own}}'), { id: 'q', type: 'text input', options: { variableId: 'x' } }],
    },
  ],
  edges: { start: 'c' },
  variables: [
    { id: 'x', name: 'Name' },
    { id: 'o', name: 'Own', value: 'own' },
  ],
}

const linking = (options: object, ...after: TestFlow['groups'][number]['blocks']): TestFlow => ({
  groups: [
    {
      id: 'g',
      blocks: [
        { id: 'l', type: 'Bot link', options: { botId: 'bot-child', ...options } },
        bubble('b', 'back {{Name}}'),
        ...after,
      ],
    },
  ],
  edges: { start: 'g' },
  variables: [{ id: 'vName', name: 'Name', value: 'Ada' }],
})

const circle = (botId: string): TestFlow => ({
  groups: [{ id: 'g', blocks: [{ id: 'l', type: 'Bot link', options: { botId } }] }],
  edges: { start: 'g' },
})

export const talks = {
  question: {
    flow: {
      groups: [{ id: 'g', title: 'You', blocks: [bubble('b1', 'Who?'), askName, bubble('b2', 'Hi {{Name}}')] }],
      edges: { start: 'g' },
      variables,
    },
    visitor: ['Ada'],
    said: [['Who?'], ['Hi Ada']],
  },
  askedAgain: {
    flow: {
      groups: [
        {
          id: 'g',
          blocks: [
            {
              id: 'n',
              type: 'number input',
              options: { variableId: 'vName', min: 1, max: 5 },
            },
            bubble('b', '{{Name}} it is'),
          ],
        },
      ],
      edges: { start: 'g' },
      variables,
      settings: { general: { systemMessages: { invalidMessage: '1 to 5' } } },
    },
    visitor: ['9', '4'],
    said: [[], ['1 to 5'], ['4 it is']],
  },
  conditionWithoutEdge: {
    flow: {
      groups: [
        {
          id: 'g',
          blocks: [
            {
              id: 'c',
              type: 'Condition',
              items: [
                {
                  id: 'i',
                  content: { comparisons: [{ id: 'c', variableId: 'vName', comparisonOperator: 'Is empty' }] },
                },
              ],
            },
            bubble('b', 'not said'),
          ],
        },
      ],
      edges: { start: 'g' },
      variables,
    },
    visitor: [],
    said: [[]],
  },
  chance: {
    flow: {
      groups: [
        {
          id: 'g',
          blocks: [
            { id: 's', type: 'Set variable', options: { variableId: 'vName', type: 'Random ID' } },
            { id: 't', type: 'Set variable', options: { variableId: 'vText', type: 'Now' } },
            askName,
          ],
        },
      ],
      edges: { start: 'g' },
      variables,
    },
    visitor: ['Ada'],
    said: [[], []],
  },
  jumpAndReturn: {
    flow: {
      groups: [
        { id: 'a', blocks: [{ id: 'j', type: 'Jump', options: { groupId: 'b' } }, bubble('after', 'after')] },
        { id: 'b', blocks: [bubble('inside', 'inside'), back] },
      ],
      edges: { start: 'a' },
    },
    visitor: [],
    said: [['inside', 'after']],
  },
  unknownBlock: {
    flow: {
      groups: [{ id: 'g', blocks: [{ id: 'x', type: 'hologram' }, bubble('b', 'on')] }],
      edges: { start: 'g' },
    },
    visitor: [],
    said: [['on']],
  },
  muted: {
    flow: {
      groups: [
        {
          id: 'g',
          blocks: [
            bubble('a', 'before'),
            { ...askName, isMuted: true },
            { ...bubble('m', 'unheard'), isMuted: true, outgoingEdgeId: 'on' },
          ],
        },
        { id: 'h', blocks: [bubble('b', 'after')] },
      ],
      edges: { start: 'g', on: 'h' },
    },
    visitor: [],
    said: [['before', 'after']],
  },
  replyEvent: {
    flow: branching([bubble('e1', '{{Kind}} {{Text}}'), back], onReply),
    visitor: ['Ada'],
    said: [[], ['text Ada', 'got Ada']],
  },
  replyEventWithoutReturn: {
    flow: branching([bubble('e1', 'noted')], onReply),
    visitor: ['Ada'],
    said: [[], ['noted', 'got Ada']],
  },
  replyEventThatAsks: {
    flow: branching([{ id: 'why', type: 'text input' }, bubble('e1', 'ok'), back], onReply),
    visitor: ['Ada', 'because'],
    said: [[], [], ['ok', 'got Ada']],
  },
  command: {
    flow: branching([bubble('e1', 'help'), back], onHelp),
    visitor: [{ type: 'command', command: 'help' }, 'Ada'],
    said: [[], ['help'], ['got Ada']],
  },
  mergedLink: {
    flow: linking({ mergeResults: true }),
    linked: { 'bot-child': child },
    visitor: ['Bob'],
    said: [['Hi Ada own'], ['back Bob']],
  },
  linkApart: {
    flow: linking({}, bubble('own', '[{{Own}}]')),
    linked: { 'bot-child': child },
    visitor: ['Bob'],
    said: [['Hi Ada own'], ['back Ada', '[]']],
  },
  leftBehind: {
    flow: {
      ...linking(
        { mergeResults: true },
        bubble('own', '{{Own}} {{={{Own}}.length=}}'),
        { id: 'set', type: 'Set variable', options: { variableId: 'vName', expressionToEvaluate: '{{Own}} + "!"' } },
        bubble('set1', '{{Name}}'),
      ),
      theme: { chat: { hostAvatar: { isEnabled: true, url: '{{Own}}' } } },
    },
    linked: { 'bot-child': child },
    visitor: ['Bob'],
    said: [['Hi Ada own'], ['back Bob', 'own 3', 'own!']],
  },
  missingLink: {
    flow: linking({ botId: 'nowhere' }),
    visitor: [],
    said: [['back Ada']],
  },
  circleOfLinks: {
    flow: { ...circle('bot-child'), edges: { start: 'g' } },
    linked: { 'bot-child': circle('bot-child') },
    visitor: [],
    said: [[]],
  },
  script: {
    flow: {
      groups: [
        {
          id: 'g',
          blocks: [
            askName,
            {
              id: 'code',
              type: 'Code',
              options: {
                content: 'setVariable("Text", {{Name}}.toUpperCase()); setVariable("Kind", [1, 2])',
                isExecutedOnClient: false,
              },
            },
            bubble('b', '{{Text}} {{Kind}} {{=[...{{Name}}].reverse().join("")=}}'),
          ],
        },
      ],
      edges: { start: 'g' },
      variables,
    },
    visitor: ['Ada'],
    said: [[], ['ADA ["1","2"] adA']],
  },
} satisfies Record<string, Talk>
