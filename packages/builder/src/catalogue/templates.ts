import type { BotCreate } from '@colloquy/flow'

export interface Template {
  icon: string
  name: string
  hint: string
  bot: BotCreate
}

type Part = Record<string, unknown>

/** Blocks by group; an edge is `from → to`, where `from` is a block or `block/item`. */
interface Sketch {
  variables: string[]
  groups: { id: string; title: string; at: [number, number]; blocks: Part[] }[]
  edges: [from: string, to: string][]
  theme?: Part
}

const say = (id: string, ...lines: string[]): Part => ({
  id,
  type: 'text',
  content: { richText: lines.map((text) => ({ type: 'p', children: [{ text }] })) },
})
const ask = (id: string, type: string, variable: string, options: Part = {}): Part => ({
  id,
  type,
  options: { variableId: idOf(variable), ...options },
})
const offer = (id: string, variable: string, answers: Record<string, string>, options: Part = {}): Part => ({
  id,
  type: 'choice input',
  items: Object.entries(answers).map(([item, content]) => ({ id: item, content })),
  options: { variableId: idOf(variable), ...options },
})
const when = (id: string, ways: Record<string, Part>): Part => ({
  id,
  type: 'Condition',
  items: Object.entries(ways).map(([item, { variable, ...comparison }]) => ({
    id: item,
    content: {
      logicalOperator: 'AND',
      comparisons: [{ id: `${item}c`, variableId: idOf(String(variable)), ...comparison }],
    },
  })),
})
const labels = (placeholder: string, button = 'Send') => ({ labels: { placeholder, button } })
const idOf = (name: string) => `v${name.replaceAll(' ', '')}`

function draw(icon: string, name: string, hint: string, { variables, groups, edges, theme = {} }: Sketch): Template {
  const out = new Map(edges.map(([from], index) => [from, `edge${index}`]))
  const withExits = (block: Part): Part => ({
    ...block,
    ...(out.has(String(block.id)) && { outgoingEdgeId: out.get(String(block.id)) }),
    ...(Array.isArray(block.items) && {
      items: block.items.map((item: Part) => {
        const edge = out.get(`${block.id}/${item.id}`)
        return edge === undefined ? item : { ...item, outgoingEdgeId: edge }
      }),
    }),
  })
  const bot = {
    name,
    icon,
    theme,
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: out.get('start') }],
    groups: groups.map(({ id, title, at: [x, y], blocks }) => ({
      id,
      title,
      graphCoordinates: { x, y },
      blocks: blocks.map(withExits),
    })),
    edges: edges.map(([from, to], index) => {
      const [blockId, itemId] = from.split('/')
      const begins = from === 'start' ? { eventId: 'start' } : { blockId, ...(itemId !== undefined && { itemId }) }
      return { id: `edge${index}`, from: begins, to: { groupId: to } }
    }),
    variables: variables.map((variable) => ({ id: idOf(variable), name: variable })),
  }
  return { icon, name, hint, bot: bot as unknown as BotCreate }
}

/** Bots to begin with: whole conversations that make sense as they are. */
export const templates: readonly Template[] = [
  draw(
    '👋',
    'Lead qualification',
    'Finds out who asks, what for and by when, and sorts small requests from large ones.',
    {
      variables: ['Name', 'Company', 'Need', 'Team size', 'Email', 'Deadline'],
      groups: [
        {
          id: 'welcome',
          title: 'Welcome',
          at: [240, 0],
          blocks: [
            say('hello', 'Hi there! 👋', 'A few short questions, and the right person will get back to you.'),
            say('whoText', 'What is your name?'),
            ask('who', 'text input', 'Name', labels('First name is fine')),
          ],
        },
        {
          id: 'need',
          title: 'What they need',
          at: [600, 0],
          blocks: [
            say('needText', 'Nice to meet you, {{Name}}. What brings you here?'),
            offer('needs', 'Need', { demo: 'See a demo', price: 'Get a price', help: 'I am a customer and need help' }),
          ],
        },
        {
          id: 'company',
          title: 'The company',
          at: [960, -120],
          blocks: [
            say('companyText', 'Which company are you with?'),
            ask('companyName', 'text input', 'Company', labels('Name of the company')),
            say('sizeText', 'And how many people would use it?'),
            ask('size', 'number input', 'Team size', { ...labels('25'), min: 1, max: 100000 }),
            when('sort', { large: { variable: 'Team size', comparisonOperator: 'Greater than', value: '49' } }),
          ],
        },
        {
          id: 'large',
          title: 'Large team',
          at: [1320, -220],
          blocks: [
            say('largeText', 'For a team of {{Team size}} we set up a call with an advisor.'),
            say('dateText', 'By when would you like to start?'),
            ask('date', 'date input', 'Deadline', { labels: { button: 'That day' } }),
          ],
        },
        {
          id: 'mail',
          title: 'How to reach them',
          at: [1680, 0],
          blocks: [
            say('mailText', 'Where can we write to you?'),
            ask('email', 'email input', 'Email', {
              ...labels('you@company.com'),
              retryMessageContent: 'That address looks incomplete. Once more?',
            }),
            say('thanks', 'Thank you, {{Name}}! We will write to {{Email}} within one working day.'),
          ],
        },
        {
          id: 'support',
          title: 'Customer support',
          at: [960, 420],
          blocks: [
            say('supportText', 'We are sorry that something is not right. Tell us what happened, in your own words.'),
            ask('supportMore', 'text input', 'Need', { ...labels('What happened?'), isLong: true }),
          ],
        },
      ],
      edges: [
        ['start', 'welcome'],
        ['who', 'need'],
        ['needs', 'company'],
        ['needs/help', 'support'],
        ['sort/large', 'large'],
        ['sort', 'mail'],
        ['date', 'mail'],
        ['supportMore', 'mail'],
      ],
    },
  ),
  draw('⭐', 'Customer feedback', 'One score, one reason, and a way back in touch for those who are unhappy.', {
    variables: ['Score', 'Reason', 'Email', 'May quote'],
    theme: { chat: { buttons: { backgroundColor: '#0f766e', color: '#ffffff' } } },
    groups: [
      {
        id: 'score',
        title: 'Score',
        at: [240, 0],
        blocks: [
          say('scoreText', 'How likely are you to recommend us to a friend?'),
          ask('rating', 'rating input', 'Score', {
            buttonType: 'Numbers',
            length: 10,
            startsAt: 0,
            isOneClickSubmitEnabled: true,
            labels: { left: 'Not at all', right: 'Certainly' },
          }),
          when('sort', {
            happy: { variable: 'Score', comparisonOperator: 'Greater than', value: '8' },
            unhappy: { variable: 'Score', comparisonOperator: 'Less than', value: '7' },
          }),
        ],
      },
      {
        id: 'happy',
        title: 'Happy',
        at: [640, -240],
        blocks: [
          say('happyText', 'That makes our day! What do you like most?'),
          ask('happyWhy', 'text input', 'Reason', { ...labels('What I like most is…'), isLong: true }),
          say('quoteText', 'May we quote you?'),
          offer('quote', 'May quote', { yes: 'Yes, please do', no: 'Rather not' }),
        ],
      },
      {
        id: 'neutral',
        title: 'In between',
        at: [640, 200],
        blocks: [
          say('neutralText', 'Thank you. What would have made it a 10?'),
          ask('neutralWhy', 'text input', 'Reason', { ...labels('One thing is enough'), isLong: true }),
        ],
      },
      {
        id: 'unhappy',
        title: 'Unhappy',
        at: [640, 480],
        blocks: [
          say('unhappyText', 'We are sorry about that. What went wrong?'),
          ask('unhappyWhy', 'text input', 'Reason', { ...labels('Please be frank'), isLong: true }),
          say('mailText', 'Somebody would like to put it right. Where can we reach you?'),
          ask('email', 'email input', 'Email', labels('you@example.com')),
        ],
      },
      {
        id: 'thanks',
        title: 'Thanks',
        at: [1040, 160],
        blocks: [say('bye', 'Thank you for your time. It is read by people. 💚')],
      },
    ],
    edges: [
      ['start', 'score'],
      ['sort/happy', 'happy'],
      ['sort/unhappy', 'unhappy'],
      ['sort', 'neutral'],
      ['quote', 'thanks'],
      ['neutralWhy', 'thanks'],
      ['email', 'thanks'],
    ],
  }),
  draw('📅', 'Appointment request', 'Takes a wish for a day and a time, and the way to confirm it.', {
    variables: ['Name', 'Service', 'Day', 'Time', 'Phone', 'Notes'],
    groups: [
      {
        id: 'service',
        title: 'Which service',
        at: [240, 0],
        blocks: [
          say('hello', 'Good to see you! Let us find a time that suits you.'),
          say('serviceText', 'What would you like to book?'),
          offer('services', 'Service', { first: 'First visit', follow: 'Follow-up', urgent: 'It is urgent' }),
        ],
      },
      {
        id: 'urgent',
        title: 'Urgent',
        at: [640, 320],
        blocks: [
          say(
            'urgentText',
            'Then please do not wait for an answer here: give us your number, and we call you back at once.',
          ),
          ask('urgentPhone', 'phone number input', 'Phone', labels('Phone number')),
        ],
      },
      {
        id: 'time',
        title: 'Day and time',
        at: [640, -60],
        blocks: [
          say('dayText', 'Which day suits you best?'),
          ask('day', 'date input', 'Day', { labels: { button: 'This day' } }),
          say('timeText', 'And at what time?'),
          ask('time', 'time input', 'Time', { labels: { button: 'At this time' } }),
        ],
      },
      {
        id: 'person',
        title: 'Who comes',
        at: [1040, -60],
        blocks: [
          say('nameText', 'Under which name shall we note it down?'),
          ask('name', 'text input', 'Name', labels('Your name')),
          say('phoneText', 'And a number, in case something changes?'),
          ask('phone', 'phone number input', 'Phone', labels('Phone number')),
        ],
      },
      {
        id: 'done',
        title: 'Confirmation',
        at: [1440, 120],
        blocks: [say('doneText', 'Thank you! We have noted your request and will confirm it shortly. 📅')],
      },
    ],
    edges: [
      ['start', 'service'],
      ['services', 'time'],
      ['services/urgent', 'urgent'],
      ['time', 'person'],
      ['phone', 'done'],
      ['urgentPhone', 'done'],
    ],
  }),
]
