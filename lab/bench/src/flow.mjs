/**
 * A flow for measuring: a chain of groups, each with a text bubble and a text input, `blocks` blocks in all. `work`, if given,
 * stands between the two in each group.
 */
export function chainFlow(blocks, work) {
  const length = Math.floor(blocks / 2)
  const numbers = Array.from({ length }, (_, index) => index)
  return {
    version: '6',
    name: `Chain of ${blocks}`,
    icon: null,
    folderId: null,
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'edge0' }],
    groups: numbers.map((number) => chainGroup(number, number + 1 < length, work)),
    edges: numbers.map((number) => ({
      id: `edge${number}`,
      from: number === 0 ? { eventId: 'start' } : { blockId: `input${number - 1}` },
      to: { groupId: `group${number}` },
    })),
    variables: [0, 1, 2, 3, 4].map((number) => ({ id: `variable${number}`, name: `Answer ${number}` })),
    theme: {},
    settings: {},
  }
}

function chainGroup(number, hasNext, work) {
  return {
    id: `group${number}`,
    title: `Question ${number}`,
    graphCoordinates: { x: 300 * (number + 1), y: 0 },
    blocks: [
      {
        id: `text${number}`,
        type: 'text',
        content: { richText: [{ type: 'p', children: [{ text: `Question ${number}: what do you say?` }] }] },
      },
      ...(work ? [{ ...work, id: `work${number}` }] : []),
      {
        id: `input${number}`,
        type: 'text input',
        options: { variableId: `variable${number % 5}` },
        ...(hasNext ? { outgoingEdgeId: `edge${number + 1}` } : {}),
      },
    ],
  }
}

/** What a block may have to do in a turn, by name. `webUrl` is where something answers. */
export function worksOf(webUrl) {
  const set = (expressionToEvaluate) => ({
    type: 'Set variable',
    options: { variableId: 'variable4', expressionToEvaluate },
  })
  return {
    'small expression': set('{{Answer 0}} + 1'),
    'expression in the sandbox': set('{{Answer 0}}.split(" ").length + 1'),
    'script of 50 lines': { type: 'Code', options: { isExecutedOnClient: false, content: longScript() } },
    'HTTP request': {
      type: 'Webhook',
      options: {
        webhook: { url: webUrl, method: 'GET' },
        responseVariableMapping: [{ id: 'map', variableId: 'variable4', bodyPath: 'data.answer' }],
      },
    },
  }
}

function longScript() {
  const items = 'const items = Array.from({ length: 20 }, (_, id) => ({ id, name: "item " + id, price: id * 1.5 }))'
  const lines = Array.from({ length: 50 }, (_, line) => longLine(line)).join('\n')
  return `const result = (() => {\n${items}\n${lines}\n})()\nsetVariable('Answer 4', result.total)`
}

/** One of fifty lines of the sort that authors write. */
export function longLine(line) {
  if (line === 0) return 'let total = 0; const names = []'
  if (line === 49) return 'return { total: Math.round(total * 100) / 100, names: names.slice(0, 5).join(", ") }'
  if (line % 7 === 0) return `for (const item of items) total += item.price * ${line / 100}`
  if (line % 5 === 0)
    return `names.push(items.filter((item) => item.id % ${line} === 0).map((item) => item.name.toUpperCase()).join("/"))`
  return `const value${line} = total > ${line} ? "more than ${line}" : String(total + ${line}); total += value${line}.length`
}
