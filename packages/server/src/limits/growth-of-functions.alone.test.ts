import { blockRegistry } from '@colloquy/blocks'
import { documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { channels } from '@colloquy/channels'
import * as engine from '@colloquy/engine'
import * as flow from '@colloquy/flow'
import * as operations from '@colloquy/flow/operations'
import { labelOfValue, valuesOfVisit } from '@colloquy/flow/result-fields'
import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { newId } from '../ids.js'
import { largeFlow } from '../testing/large-flow.js'

const {
  advance,
  compile,
  expand,
  guessType,
  newSession,
  parseBigIntSafeJson,
  renderRichText,
  richTextToMessagingText,
  textContent,
  toStoredValue,
  transcriptOf,
} = engine
const { comparisonOperators, convertUpdate, importBot, lintFlow, takeBatch, withoutSecrets } = flow
const { diff, documentOf: draftOf, mergeOperations } = operations

const texts = (size: number, prefix = 'item') => Array.from({ length: size }, (_, index) => `${prefix} ${index}`)
/** Creates the input of a size once, so that only the work on it is measured. */
function madeOnce<Input>(make: (size: number) => Input): (size: number) => Input {
  const made = new Map<number, Input>()
  return (size) => {
    const input = made.get(size) ?? make(size)
    made.set(size, input)
    return input
  }
}
/** Many values behind this text of an author. */
const pieces = (size: number, text: string) => texts(size).flatMap((value) => [{ text }, { value }])
const visit = { channel: undefined, header: () => undefined, prefilled: {} }
const options = { newId, credentialsIds: new Set<string>() }

/** The first turn of a flow with one block under test, whose variables are set at the start. */
function turnOf(block: object, prefilledVariables: Record<string, unknown> = {}) {
  const flow: TestFlow = {
    groups: [{ id: 'g', blocks: [{ id: 'b', ...block } as TestFlow['groups'][number]['blocks'][number]] }],
    edges: { start: 'g' },
    variables: ['A', 'B', 'C'].map((name) => ({ id: `v${name}`, name })),
  }
  const compiledFlow = compile({ ...documentOf(flow), id: 'p', botId: 'b', workspaceId: 'w' })
  const session = newSession({ compiledFlow, mode: 'live', resultId: 'r' })
  const running = advance({
    sessionId: 's',
    session,
    event: { kind: 'start', now: 0, seed: 1, textFormat: 'richText', prefilledVariables },
    compiledFlows: new Map([[compiledFlow.id, compiledFlow]]),
    blocks: blockRegistry,
  })
  let step = running.next()
  while (!step.done) step = running.next(outcomeOf(step.value))
}

function outcomeOf(effect: engine.Effect): engine.EffectOutcome {
  if (effect.kind === 'pattern') return { kind: 'pattern', ok: true, matches: effect.texts.map(() => false) }
  if (effect.kind === 'script') return { kind: 'script', ok: false, reason: 'syntax', message: 'SyntaxError' }
  throw new Error(`No outcome for ${effect.kind}`)
}

const comparing = (comparisonOperator: string) => (size: number) =>
  turnOf(
    {
      type: 'Condition',
      items: [
        { id: 'i', content: { comparisons: [{ id: 'c', variableId: 'vA', comparisonOperator, value: '{{B}}' }] } },
      ],
    },
    { A: texts(size), B: texts(size, 'other') },
  )

const paragraphs = madeOnce((size) => texts(size).map((text) => ({ type: 'p', children: [{ text: `${text} {{A}}` }] })))
const draft = (size: number) => draftOf(largeFlow(size) as never)
const file = (size: number) => largeFlow(size)
const sameFiles = madeOnce((size) => [file(size), file(size)] as const)
const unfit = (size: number) =>
  texts(size).map(() => ({ kind: 'set' as const, path: ['groups', '#g0', 'title'], value: 5, was: 'Group 0' }))
const inserts = (size: number) =>
  largeFlow(size).groups.map((group) => ({
    kind: 'insert' as const,
    spot: { list: ['groups'], after: null },
    element: { ...group, id: `new-${group.id}`, blocks: [] },
  }))
/** One group of many questions. */
const largeGroup = madeOnce((size) => [
  { id: 'g', title: 'Name', blocks: file(size).groups.flatMap(({ blocks }) => blocks.slice(1)) },
])
const tenGroups = draft(10)
const workingBot = (size: number) => new operations.WorkingBot(draft(size))

/** Parts of Markdown that open or continue something and never close it. */
const endlessMarkdown = [
  '*a[',
  'a@*',
  '*_a',
  '**a )',
  '~a[',
  'a`*',
  '_a__',
  '!',
  '[',
  '![',
  '<a ',
  '- a\n',
  '>',
  '> - ',
]

/** Work by name, and the largest size that it is tested with. */
const work: Record<string, [run: (size: number) => unknown, max: number]> = {
  ...Object.fromEntries(
    comparisonOperators.map((operator) => [`comparing lists: ${operator}`, [comparing(operator), 64_000]]),
  ),
  'comparing a text with many parts': [
    (size) =>
      turnOf(
        {
          type: 'Condition',
          items: [
            {
              id: 'i',
              content: { comparisons: [{ id: 'c', variableId: 'vA', comparisonOperator: 'Contains', value: '{{B}}' }] },
            },
          ],
        },
        { A: 'a'.repeat(size * 8), B: texts(size) },
      ),
    64_000,
  ],
  'a small expression': [
    (size) =>
      turnOf(
        {
          type: 'Set variable',
          options: { variableId: 'vC', expressionToEvaluate: Array(size).fill('{{A}}').join(' + ') },
        },
        { A: 'a'.repeat(size) },
      ),
    16_000,
  ],
  'appending to a list': [
    (size) =>
      turnOf(
        { type: 'Set variable', options: { variableId: 'vA', type: 'Append value(s)', item: '{{B}}' } },
        { A: texts(size), B: texts(size) },
      ),
    64_000,
  ],
  ...Object.fromEntries(
    endlessMarkdown.map((part) => [
      `a text bubble with Markdown of nothing but ${JSON.stringify(part)}`,
      [
        (size: number) =>
          turnOf(
            { type: 'text', content: { richText: [{ type: 'p', children: [{ text: '{{A}}' }] }] } },
            { A: `- ${part.repeat(size)}` },
          ),
        32_000,
      ],
    ]),
  ),
  'a text bubble': [(size) => turnOf({ type: 'text', content: { richText: paragraphs(size) } }, { A: 'x' }), 32_000],
  'buttons from a list': [
    (size) => turnOf({ type: 'choice input', items: [], options: { dynamicVariableId: 'vA' } }, { A: texts(size) }),
    64_000,
  ],
  expand: [
    (size) =>
      expand(
        '{{A}} and '.repeat(size),
        Object.assign(() => 'value', { inlineResult: () => undefined }),
      ),
    128_000,
  ],
  'expand with brackets left open': [
    (size) =>
      expand(
        '{{'.repeat(size),
        Object.assign(() => 'value', { inlineResult: () => undefined }),
      ),
    256_000,
  ],
  renderRichText: [
    (size) =>
      renderRichText(paragraphs(size), {
        valueByName: Object.assign(() => '**x**', { inlineResult: () => undefined }),
        readMarkdown: engine.richTextOfMarkdown,
        isPauseDue: false,
      }).next(),
    32_000,
  ],
  textContent: [
    (size) => ['richText', 'markdown'].map((format) => textContent(paragraphs(size) as never, format as never)),
    64_000,
  ],
  richTextToMessagingText: [(size) => richTextToMessagingText(paragraphs(size) as never, null), 64_000],
  parseBigIntSafeJson: [
    (size) =>
      parseBigIntSafeJson(
        JSON.stringify(texts(size).map((text) => ({ text, n: 1 }))).replaceAll('1}', '12345678901234567}'),
      ),
    64_000,
  ],
  'parseBigIntSafeJson of escaped quotes': [
    (size) => {
      try {
        parseBigIntSafeJson(`12345678901234567"${'\\"'.repeat(size)}`)
      } catch {}
    },
    256_000,
  ],
  guessType: [(size) => guessType(texts(size)), 256_000],
  toStoredValue: [(size) => toStoredValue(texts(size).map((text) => ({ text }))), 128_000],
  transcriptOf: [
    (size) =>
      transcriptOf(
        texts(size).map((text) => ({
          messages: [{ id: text, type: 'text', content: textContent([{ text }] as never, 'richText') }],
          message: { type: 'text', text },
        })) as never,
      ),
    64_000,
  ],
  compile: [(size) => compile({ ...file(size), id: 'p', botId: 'b', workspaceId: 'w' } as never), 16_000],
  importBot: [(size) => importBot(file(size), options), 4_000],
  'importBot of a text with many nodes': [
    (size) =>
      importBot(
        {
          ...file(1),
          groups: [
            {
              ...file(1).groups[0],
              blocks: [{ id: 't', type: 'text', content: { richText: [null, ...paragraphs(size)] } }],
            },
          ],
        },
        options,
      ),
    16_000,
  ],
  convertUpdate: [(size) => convertUpdate(file(size), options), 4_000],
  lintFlow: [(size) => lintFlow(file(size) as never), 8_000],
  withoutSecrets: [(size) => withoutSecrets(file(size) as never), 16_000],
  // Maps of more than about 30,000 ids exceed the processor's cache, which costs more than a linear share.
  'diff of documents with nothing in common': [
    (size) =>
      diff({ groups: texts(size).map((id) => ({ id })) }, { groups: texts(size, 'other').map((id) => ({ id })) }),
    32_000,
  ],
  'diff of documents in reverse order': [
    (size) =>
      diff(
        { groups: texts(size).map((id) => ({ id })) },
        {
          groups: texts(size)
            .map((id) => ({ id }))
            .reverse(),
        },
      ),
    32_000,
  ],
  'mergeOperations of inserts': [(size) => mergeOperations(tenGroups, inserts(size)), 16_000],
  'takeBatch of operations that do not fit': [(size) => takeBatch(tenGroups, unfit(size), { isBehind: true }), 4_000],
  'takeBatch of one operation into a large draft': [
    (size) => takeBatch(draft(size), unfit(1), { isBehind: true }),
    8_000,
  ],
  replyOfMessages: [
    (size) => engine.replyOfMessages(texts(size).map((text) => ({ kind: 'text', text })) as never, 'other'),
    128_000,
  ],
  meetsStartCondition: [
    (size) =>
      engine.meetsStartCondition(
        {
          logicalOperator: 'OR',
          comparisons: texts(size).map((id) => ({ id, comparisonOperator: 'Equal to', value: id })),
        } as never,
        'nothing of these',
      ),
    64_000,
  ],
  normalizeText: [(size) => flow.normalizeText('e\u0301\u0323'.repeat(size)), 64_000],
  'normalizeText of marks without a letter': [(size) => flow.normalizeText('\u0301\u0323'.repeat(size)), 64_000],
  'normalizeText of many forms': [
    (size) =>
      (['NFC', 'NFKC', 'NFKD'] as const).map((form) =>
        flow.normalizeText('\u0315\u0300\u05ae\ufdfa'.repeat(size), form),
      ),
    64_000,
  ],
  richTextOfMarkdown: [(size) => engine.richTextOfMarkdown(texts(size, '- **item**').join('\n')), 16_000],
  richTextToHtml: [(size) => engine.richTextToHtml(paragraphs(size) as never), 64_000],
  richTextToMarkdown: [(size) => engine.richTextToMarkdown(paragraphs(size) as never), 64_000],
  richTextToPlainText: [(size) => engine.richTextToPlainText(paragraphs(size) as never), 64_000],
  expandDeep: [
    (size) =>
      engine.expandDeep(
        paragraphs(size),
        Object.assign(() => 'value', { inlineResult: () => undefined }),
      ),
    64_000,
  ],
  entryText: [
    (size) => texts(size).map((text) => engine.entryText({ role: 'user', type: 'text', text } as never)),
    256_000,
  ],
  unmasked: [(size) => engine.unmasked('[email 1] and ['.repeat(size), { '[email 1]': 'a@b.example' }), 128_000],
  unmaskedPieces: [
    (size) => {
      const pieces = engine.unmaskedPieces({ '[email 1]': 'a@b.example' })
      return texts(size).map((text) => pieces.push(`[${text}`))
    },
    64_000,
  ],
  stepsOfTurn: [
    (size) => engine.stepsOfTurn(largeTurn(size), { typing: {}, capabilities: channels[0]?.capabilities } as never),
    16_000,
  ],
  simulateTurn: [
    (size) => engine.simulateTurn(largeTurn(size), channels[0]!, '15550100', { typing: {} } as never),
    16_000,
  ],
  inputTitle: [
    (size) => {
      const [group] = largeGroup(size)
      return engine.inputTitle(group as never, group!.blocks.at(-1) as never, flow.isInputBlock)
    },
    64_000,
  ],
  fromTypebotNames: [(size) => flow.fromTypebotNames(structuredClone(file(size)) as never, []), 8_000],
  toTypebotNames: [(size) => flow.toTypebotNames(structuredClone(file(size)) as never), 8_000],
  referencesOf: [(size) => flow.referencesOf(file(size) as never), 16_000],
  contextOf: [
    (size) =>
      flow.contextOf({ credentialsIds: texts(size), botIds: texts(size), publishedBotIds: texts(size) } as never),
    128_000,
  ],
  mappingPathIssues: [(size) => flow.mappingPathIssues(file(size).groups as never, file(size).groups as never), 16_000],
  parsePattern: [(size) => flow.parsePattern(`/${'a/'.repeat(size)}`), 512_000],
  openedAddress: [(size) => flow.openedAddress(`a${' a'.repeat(size)}`), 256_000],
  isSinglePlaceholder: [(size) => flow.isSinglePlaceholder('{{'.repeat(size)), 512_000],
  teamsById: [(size) => flow.teamsById(texts(size).map((id) => ({ id, hasBusinessHours: true }))), 64_000],
  attributesByKey: [(size) => flow.attributesByKey(texts(size).map((name) => ({ id: `id of ${name}`, name }))), 64_000],
  storedOfAttribute: [(size) => flow.storedOfAttribute(texts(size)), 256_000],
  'readAttribute of texts': [
    (size) =>
      (['text', 'number', 'date', 'boolean'] as const).map((type) =>
        flow.readAttribute(type, ' 1-.,T'.repeat(size), () => undefined),
      ),
    128_000,
  ],
  'readAttribute of lists': [
    (size) =>
      (['text', 'list', 'number', 'date', 'boolean'] as const).map((type) => flow.readAttribute(type, texts(size))),
    64_000,
  ],
  readNumOrVar: [(size) => flow.readNumOrVar('1'.repeat(size)), 256_000],
  toIssues: [
    (size) =>
      flow.toIssues(texts(size).map((name) => ({ code: 'custom', path: ['bot', name], message: name })) as never),
    64_000,
  ],
  'resultColumns of questions with one name': [(size) => flow.resultColumns(largeGroup(size) as never, []), 64_000],
  inPreferredOrder: [
    (size) =>
      flow.inPreferredOrder(
        texts(size).map((id) => ({ knownAs: [id] })),
        { columnsOrder: texts(size).toReversed() } as never,
      ),
    32_000,
  ],
  sanitizeGroups: [
    (size) =>
      flow.sanitizeGroups(file(size).groups as never, { credentialsIds: new Set(), knowledgeBaseIds: new Set() }),
    16_000,
  ],
  sanitizeVariables: [
    (size) => flow.sanitizeVariables(file(size).groups as never, file(size).variables as never),
    16_000,
  ],
  nameFinder: [(size) => flow.nameFinder(texts(size))('text'), 16_000],
  readMoney: [(size) => flow.readMoney('1'.repeat(size), 'EUR'), 256_000],
  charsetOf: [(size) => flow.charsetOf(Buffer.from(`<${'<meta '.repeat(size)}`)), 256_000],
  textOfBytes: [(size) => flow.textOfBytes(Buffer.alloc(size, 0xfc)), 1_000_000],
  textOfFile: [(size) => flow.textOfFile(Buffer.alloc(size, 0xfc)), 1_000_000],
  videoSource: [(size) => flow.videoSource(`youtube.com/${'&t=1?#youtu.be/'.repeat(size)}`), 64_000],
  isCalculation: [(size) => flow.isCalculation('{{A}} " ( '.repeat(size)), 64_000],
  encodeComponent: [(size) => flow.encodeComponent('é&\ud800'.repeat(size)), 256_000],
  encodeSegment: [(size) => flow.encodeSegment('../é'.repeat(size)), 256_000],
  encodeHeader: [(size) => flow.encodeHeader('\n é'.repeat(size)), 64_000],
  escapeHtml: [(size) => flow.escapeHtml('<a>&'.repeat(size)), 256_000],
  withHtmlBreaks: [(size) => flow.withHtmlBreaks('\r\n\n'.repeat(size)), 256_000],
  fillAddress: [(size) => flow.fillAddress(pieces(size, 'https://a.test/?#')), 32_000],
  fillForm: [(size) => flow.fillForm(pieces(size, '&a=')), 64_000],
  formComponent: [(size) => flow.formComponent('a é&'.repeat(size)), 128_000],
  fillHtml: [(size) => flow.fillHtml(pieces(size, ' <a href="')), 32_000],
  fillJson: [(size) => flow.fillJson(pieces(size, '"\\"[')), 64_000],
  fillScript: [(size) => flow.fillScript('"{{A}}" `${'.repeat(size), () => 'value'), 32_000],
  isJsonTemplate: [(size) => flow.isJsonTemplate(' '.repeat(size)), 1_000_000],
  withParameters: [(size) => flow.withParameters('a?#'.repeat(size), texts(size)), 64_000],
  utf8Bytes: [(size) => flow.utf8Bytes('é'.repeat(size)), 4_000_000],
  defaultPublicId: [(size) => flow.defaultPublicId('- a'.repeat(size), 'b1'), 256_000],
  labelOfValue: [(size) => labelOfValue('source', 'web:'.repeat(size)), 512_000],
  valuesOfVisit: [(size) => valuesOfVisit({ ...visit, channel: 'web', host: 'a.'.repeat(size) }), 512_000],
  'valuesOfVisit in headers': [(size) => valuesOfVisit({ ...visit, header: () => 'Mozilla/ '.repeat(size) }), 256_000],
  readBlock: [(size) => flow.readBlock({ id: 'b', type: 'text', content: { richText: paragraphs(size) } }), 32_000],
  describeIssue: [
    (size) => flow.describeIssue({ code: 'invalid_value', path: [], values: texts(size), message: '' } as never),
    128_000,
  ],
  variablesReadBy: [
    (size) => {
      const { variables, groups } = file(size)
      return operations.variablesReadBy(groups[0]!.blocks[0] as never, groups[0] as never, variables as never)
    },
    32_000,
  ],
  findBlock: [(size) => operations.findBlock(draft(size), `t${size - 1}`), 16_000],
  edgesFrom: [(size) => operations.edgesFrom(draft(size), 'c0'), 16_000],
  exitPath: [
    (size) => operations.exitPath(workingBot(size), { blockId: `c${size - 1}`, itemId: `i${size - 1}` }),
    16_000,
  ],
  equal: [(size) => operations.equal(...sameFiles(size)), 16_000],
  applyOperations: [(size) => operations.applyOperations(tenGroups, inserts(size)), 16_000],
  mergeBatches: [
    (size) =>
      operations.mergeBatches(
        tenGroups,
        inserts(size).map((it) => [it]),
      ),
    16_000,
  ],
  mergeOne: [(size) => operations.mergeOne(workingBot(size), inserts(1)[0]!), 16_000],
  WorkingBot: [(size) => workingBot(size).pathOfBlock(`c${size - 1}`), 16_000],
  invertOperations: [(size) => operations.invertOperations(inserts(size)), 16_000],
  'withUniqueIds of groups, blocks and edges that all have one id': [
    (size) => {
      const { groups, events, variables } = draft(size)
      const one = groups.map((group) => ({ ...group, id: 'g', blocks: group.blocks.map((it) => ({ ...it, id: 'b' })) }))
      const edges = groups.map(() => ({ id: 'e', from: { blockId: 'b' }, to: { groupId: 'g', blockId: 'b' } }))
      return operations.withUniqueIds({ events, groups: one, edges, variables } as never)
    },
    4_000,
  ],
  isIdentifiedList: [(size) => operations.isIdentifiedList(file(size).groups), 16_000],
  locationFor: [(size) => operations.locationFor(workingBot(size), ['groups', `#g${size - 1}`, 'a', 'b'], 1), 16_000],
  valueAt: [(size) => operations.valueAt(draft(size), ['groups', `#g${size - 1}`, 'title']), 16_000],
  'arrangeInColumns of a group that leads to all others': [
    (size) => {
      const edges = texts(size).map((id, index) => ({ id, from: { blockId: 'c0' }, to: { groupId: `g${index}` } }))
      const sizes = { width: 1, eventWidth: 1, eventHeight: 1, heightOf: () => 1 }
      return operations.arrangeInColumns({ ...draft(size), edges } as never, sizes)
    },
    16_000,
  ],
}

/** A turn with as many texts, and a wait after each. */
function largeTurn(size: number): engine.ShownTurn {
  const content = { type: 'richText', richText: [] }
  return {
    messages: texts(size).map((id) => ({ id, type: 'text', content })) as never,
    clientSideActions: texts(size).map((id) => ({
      type: 'wait',
      lastBubbleBlockId: id,
      wait: { secondsToWaitFor: 1 },
    })) as never,
  }
}

/** Functions that are part of work with another name. */
const measuredWithin: Record<string, string> = {
  advance: 'a text bubble',
  newSession: 'a text bubble',
  compare: 'comparing lists: Equal to',
  ComparedTexts: 'comparing lists: Equal to',
  isCalculatedInBrowser: 'isCalculation',
  documentOf: 'takeBatch of one operation into a large draft',
  isInputBlock: 'resultColumns of questions with one name',
}

/** Functions without an input that an author or a visitor could make large, and why. */
const unmeasured: Record<string, string> = {
  attributeName: 'joins two texts',
  channelSettingsOf: 'reads two settings of a bot',
  idleRuleOf: 'reads two settings of a bot',
  definitionOf: 'looks up a type',
  definitionOfPrompt: 'looks up a type',
  addressFieldsOf: 'looks up a type',
  isNativeType: 'looks up a type',
  isBubbleBlock: 'looks up a type',
  isKnownType: 'looks up a type',
  mayAskForPayment: 'looks up a type',
  promptOf: 'reads two settings of a block',
  promptOfType: 'looks up a type',
  integrationActions: 'lists definitions',
  integrationOptionsSchema: 'lists definitions',
  describeCredentials: 'reads the end of a secret',
  darkTheme: 'reads a fixed number of colours',
  isDarkTheme: 'reads a fixed number of colours',
  themeForAll: 'reads a fixed number of colours',
  flowTestSchema: 'makes a schema once',
  describedAs: 'describes a schema of the source',
  descriptionOf: 'describes a schema of the source',
  extension: 'describes a schema of the source',
  isExtension: 'describes a schema of the source',
  preferredVisibility: 'looks up two ids',
  resultStatus: 'reads two booleans',
  variantLabel: 'joins two texts',
  variantLetter: 'reads a number',
  allowsMessaging: 'reads a plan',
  sanitizeSettings: 'reads a fixed number of settings',
  emptyBot: 'has no input',
  findStartEvent: 'stops at the first start event',
  itemsOf: 'returns a list of a block',
  blockExits: 'returns a list of a block',
  latePressOf: 'returns a part of a block',
  millisecondsOf: 'multiplies two numbers',
  triesOf: 'reads a number',
  exitKey: 'joins three ids',
  isEditableId: 'reads the length of an id',
  locationOf: 'adds one id to a path',
  elementPath: 'adds one id to a path',
  appearanceOf: 'looks up ids of a compiled flow',
  randomFrom: 'reads a number',
  cutDetails: 'reads a fixed number of characters',
  valueIn: 'looks up an id',
  takesFiles: 'reads a kind',
  startError: 'looks up ids of a compiled flow',
  startOfJson: 'stops after a number of characters',
  perform: 'yields an effect',
  pause: 'yields an effect',
  targetOfEdge: 'looks up an id',
  virtualTarget: 'joins two ids',
  groupByIdOrTitle: 'stops at the first group',
}

test('Every function that flow and engine export is measured, or has a reason not to be', () => {
  const exported = [engine, flow, operations]
    .flatMap((entry) => Object.entries(entry))
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name)
  const measured = new Set([...Object.keys(work).map((name) => name.split(' ', 1)[0]), ...Object.keys(measuredWithin)])
  expect(exported.filter((name) => !measured.has(name) && !Object.hasOwn(unmeasured, name))).toEqual([])
  const listed = [...Object.keys(unmeasured), ...Object.keys(measuredWithin)]
  expect(listed.filter((name) => !exported.includes(name))).toEqual([])
  expect(Object.values(measuredWithin).filter((name) => !Object.hasOwn(work, name))).toEqual([])
})

test.each(Object.entries(work))('The time of %s grows with its input, not faster', async (_, [run, max]) => {
  const growth = await growthOf(run, max)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})

test('The growth of quadratic work is seen', async () => {
  const { factor } = await growthOf(
    (size) => {
      let pairs = 0
      for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) pairs += a ^ b
      return pairs
    },
    40_000,
    1,
  )
  expect(factor).toBeGreaterThan(maxGrowth)
})
