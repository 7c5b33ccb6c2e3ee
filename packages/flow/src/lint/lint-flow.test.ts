import { readFileSync } from 'node:fs'
import { processorTimeOf } from '@colloquy/test-kit/growth'
import { describe, expect, test } from 'vitest'
import { definitionOf, nativeTypes } from '../blocks/registry.js'
import { say, smallFlow } from '../testing/small-flow.js'
import { lintFlow } from './lint-flow.js'
import type { LintContext, Problem } from './problem.js'
import { rules } from './rules.js'

type Flow = ReturnType<typeof smallFlow>
interface Case {
  /** Has the problem, at this place. */
  bad: Flow
  at: Problem['location']
  /** A similar flow without the problem. */
  good: Flow
  context?: LintContext
}

const ask = (rest: object = {}) => ({ type: 'text input', ...rest })
const set = (variableId: string) => ({ type: 'Set variable', options: { variableId, expressionToEvaluate: '1' } })
const jump = (groupId: string, blockId?: string) => ({ type: 'Jump', options: { groupId, blockId } })
const buttons = (items: object[], rest: object = {}) => ({ type: 'choice input', items, ...rest })
const listener = (bodyPath: string) => ({
  type: 'webhook',
  options: { responseVariableMapping: [{ id: 'm', bodyPath }] },
})
const guaranteedCall = (responseVariableMapping: object[]) => ({
  type: 'Webhook',
  options: { webhook: { url: 'https://example.com' }, responseVariableMapping, isGuaranteed: true },
})
const name = [{ id: 'v', name: 'Name' }]
const ageOfContact = [{ id: 'v', name: 'contact.age', attribute: { key: 'age', type: 'number' } }]
const nameOfContact = { id: 'v', name: 'contact.name', attribute: { key: 'name', type: 'text' } }
const isSet = { id: 'c', variableId: 'v', comparisonOperator: 'Is set' }
const condition = (comparisons: object[], rest: object = {}) => ({
  type: 'Condition',
  items: [{ id: 'i', content: { comparisons }, ...rest }],
})

const model = (exits?: object[]): Record<string, unknown> => ({
  type: 'groq',
  options: { action: 'Create chat completion', model: 'm', credentialsId: 'c' },
  ...(exits && { exits }),
})
const completion = (more: object, type = 'groq') => ({
  type,
  options: {
    action: 'Create chat completion',
    model: 'm',
    credentialsId: 'c',
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  },
})
const asksAgain = (between: Record<string, unknown>[]) =>
  smallFlow(
    { a: [...between, model([{ id: 'x', on: 'failure', outgoingEdgeId: 'again' }])] },
    { edges: { again: 'a' } },
  )

/** A question that continues with these blocks if nobody answers. */
const reminder = (blocks: Record<string, unknown>[], exit: object = {}) =>
  smallFlow(
    { a: [ask({ exits: [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'silent', ...exit }] })], b: blocks },
    { edges: { silent: 'b' } },
  )

const setTo = (expressionToEvaluate: string, rest: object = {}) => ({
  type: 'Set variable',
  options: { variableId: 'v', expressionToEvaluate, ...rest },
})
const call = (webhook: object, rest: object = {}) => ({
  type: 'Webhook',
  options: { webhook: { url: 'https://example.com', ...webhook }, ...rest },
})
const script = (content: string, rest: object = {}) => ({ type: 'Code', options: { content, ...rest } })
const timeIn = (timeZone: string) => ({ type: 'Set variable', options: { variableId: 'v', type: 'Now', timeZone } })

const cases: Record<string, Case> = {
  'not-on-channel': {
    bad: smallFlow({ a: [buttons([{ id: 'i', content: 'x'.repeat(21) }])] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.items.0.content' },
    good: smallFlow({ a: [buttons([{ id: 'i', content: 'x'.repeat(20) }])] }),
    context: { channelTypes: new Set(['whatsapp']) },
  },
  'script-without-variables': {
    bad: smallFlow({ a: [script('setVariable("Name", 1)')] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.content' },
    good: smallFlow({ a: [script('setVariable("Name", 1)', { isExecutedOnClient: false })] }, { variables: name }),
  },
  'text-not-calculated': {
    bad: smallFlow({ a: [setTo('{{Name}}-{{Name}}')] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.expressionToEvaluate' },
    good: smallFlow({ a: [setTo('{{Name}}-{{Name}}', { isCode: true })] }, { variables: name }),
  },
  'invalid-request': {
    bad: smallFlow({ a: [call({ url: 'ftp://example.com' })] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.webhook.url' },
    good: smallFlow({ a: [call({ url: '{{Base}}/x' })] }),
  },
  'unreadable-text': {
    bad: smallFlow({ a: [timeIn('Mars/Olympus')] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.timeZone' },
    good: smallFlow({ a: [timeIn('Europe/Berlin')] }, { variables: name }),
  },
  'encoded-twice': {
    bad: smallFlow(
      { a: [setTo('encodeURIComponent("a b")'), call({ url: 'https://example.com/{{Name}}' })] },
      { variables: name },
    ),
    at: { groupId: 'a', blockId: 'a0', variableId: 'v', path: 'groups.0.blocks.0.options.expressionToEvaluate' },
    good: smallFlow(
      { a: [setTo('encodeURIComponent("a b")'), call({ body: '{{Name}}' }, { isCustomBody: true })] },
      { variables: name },
    ),
  },
  'no-failure-exit': {
    bad: smallFlow({ a: [model([{ id: 'x', on: 'failure' }])] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow(
      { a: [model([{ id: 'x', on: 'failure', outgoingEdgeId: 'out' }])], b: [say('Sorry')] },
      { edges: { out: 'b' } },
    ),
  },
  'exit-not-connected': {
    bad: smallFlow({ a: [ask({ exits: [{ id: 'x', on: 'no-answer' }] })] }),
    at: { groupId: 'a', blockId: 'a0', itemId: 'x', path: 'groups.0.blocks.0.exits.0' },
    good: reminder([say('Still there?')]),
  },
  'exit-never-taken': {
    bad: reminder([say('Still there?')], { after: { amount: 31, unit: 'days' } }),
    at: { groupId: 'a', blockId: 'a0', itemId: 'x', path: 'groups.0.blocks.0.exits.0' },
    good: reminder([say('Still there?')], { after: { amount: 30, unit: 'days' } }),
  },
  'endless-reminders': {
    bad: reminder([say('Still there?'), jump('a')]),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: reminder([say('Still there?'), ask()]),
  },
  'model-in-loop': {
    bad: asksAgain([]),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: asksAgain([ask()]),
  },
  'start-not-connected': {
    bad: smallFlow({ a: [say('Hi')] }, { edges: { start: 'gone' } }),
    at: { eventId: 'start', path: 'events.0' },
    good: smallFlow({ a: [say('Hi')] }),
  },
  'event-not-connected': {
    bad: smallFlow({ a: [say('Hi')] }, { events: [{ id: 'e', type: 'reply' }] }),
    at: { eventId: 'e', path: 'events.1' },
    good: smallFlow({ a: [say('Hi')] }, { events: [{ id: 'e', type: 'reply', outgoingEdgeId: 'start' }] }),
  },
  'shared-command': {
    bad: smallFlow(
      { a: [say('Hi')] },
      {
        events: ['e1', 'e2'].map((id) => ({ id, type: 'command', outgoingEdgeId: 'start', options: { command: 'x' } })),
      },
    ),
    at: { eventId: 'e2', path: 'events.2.options.command' },
    good: smallFlow(
      { a: [say('Hi')] },
      {
        events: ['e1', 'e2'].map((id) => ({ id, type: 'command', outgoingEdgeId: 'start', options: { command: id } })),
      },
    ),
  },
  'missing-edge': {
    bad: smallFlow({ a: [ask({ outgoingEdgeId: 'gone' })] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [ask({ outgoingEdgeId: 'e' })], b: [say('Bye')] }, { edges: { e: 'b' } }),
  },
  'missing-target': {
    bad: smallFlow({ a: [ask({ outgoingEdgeId: 'e' })] }, { edges: { e: 'a/gone' } }),
    at: { groupId: 'a', blockId: 'a0', edgeId: 'e', path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [ask({ outgoingEdgeId: 'e' })] }, { edges: { e: 'a/a0' } }),
  },
  'loose-edge': {
    bad: smallFlow({ a: [ask()] }, { edges: { e: 'a' } }),
    at: { edgeId: 'e', path: 'edges.1' },
    good: smallFlow({ a: [ask({ outgoingEdgeId: 'e' })] }, { edges: { e: 'a' } }),
  },
  'unreachable-group': {
    bad: smallFlow({ a: [say('Hi')], c: [say('End')], b: [say('On', { outgoingEdgeId: 'e' })] }, { edges: { e: 'c' } }),
    at: { groupId: 'b', path: 'groups.2' },
    good: smallFlow({ a: [say('Hi'), jump('B')], b: [say('On')] }),
  },
  'unreachable-block': {
    bad: smallFlow({ a: [say('Hi'), jump('b'), say('Never')], b: [say('There')] }),
    at: { groupId: 'a', blockId: 'a2', path: 'groups.0.blocks.2' },
    good: smallFlow({ a: [say('Hi'), jump('b'), say('Back')], b: [say('There'), { type: 'Return' }] }),
  },
  'endless-loop': {
    bad: smallFlow({ a: [say('Hi')], b: [say('On', { outgoingEdgeId: 'e' })] }, { edges: { start: 'b', e: 'b' } }),
    at: { groupId: 'b', blockId: 'b0', path: 'groups.1.blocks.0' },
    good: smallFlow({ a: [say('Hi'), ask({ outgoingEdgeId: 'e' })] }, { edges: { e: 'a' } }),
  },
  'unchanging-loop': {
    bad: smallFlow(
      { a: [condition([isSet], { outgoingEdgeId: 'e' }), say('Bye')] },
      { edges: { e: 'a' }, variables: name },
    ),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow(
      { a: [set('v'), condition([isSet], { outgoingEdgeId: 'e' }), say('Bye')] },
      { edges: { e: 'a' }, variables: name },
    ),
  },
  'missing-jump-target': {
    bad: smallFlow({ a: [jump('gone')] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.groupId' },
    good: smallFlow({ a: [say('Hi'), jump('{{Where}}')] }, { variables: [{ id: 'w', name: 'Where' }] }),
  },
  'missing-linked-bot': {
    bad: smallFlow({ a: [{ type: 'Bot link', options: { botId: 'gone' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.botId' },
    good: smallFlow({ a: [{ type: 'Bot link', options: { botId: 'here' } }] }),
    context: { botIds: new Set(['here']) },
  },
  'missing-knowledge-base': {
    bad: smallFlow({
      a: [{ type: 'knowledge-search', options: { action: 'Search knowledge', knowledgeBaseId: 'gone' } }],
    }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.knowledgeBaseId' },
    good: smallFlow({
      a: [{ type: 'knowledge-search', options: { action: 'Search knowledge', knowledgeBaseId: 'here' } }],
    }),
    context: { knowledgeBaseIds: new Set(['here']) },
  },
  'missing-team': {
    bad: smallFlow({ a: [{ type: 'person', options: { teamId: 'gone' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.teamId' },
    good: smallFlow({ a: [{ type: 'person', options: { teamId: 'here' } }, { type: 'person' }] }),
    context: { teams: new Map([['here', { hasBusinessHours: false }]]) },
  },
  'closed-to-models': {
    bad: smallFlow({ a: [{ ...model(), fallbacks: [{ id: 'f', model: 'other' }] }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.credentialsId' },
    good: smallFlow({ a: [{ ...model(), fallbacks: [{ id: 'f', credentialsId: 'own', model: 'other' }] }] }),
    context: { credentialsIds: new Set(['c', 'own']), refusedCredentialsIds: new Set(['c']) },
  },
  'unpublished-linked-bot': {
    bad: smallFlow({ a: [{ type: 'Bot link', options: { botId: 'draft' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.botId' },
    good: smallFlow({ a: [{ type: 'Bot link', options: { botId: 'live' } }] }),
    context: { botIds: new Set(['draft', 'live']), publishedBotIds: new Set(['live']) },
  },
  'unknown-variable': {
    bad: smallFlow({ a: [set('v'), say('Hi {{Nmae}}')] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a1', path: 'groups.0.blocks.1.content.richText.0.children.0.text' },
    good: smallFlow({ a: [set('v'), say('Hi {{Name}} {{= 1 =}} {{#each x}}')] }, { variables: name }),
  },
  'missing-variable': {
    bad: smallFlow({ a: [set('gone')] }),
    at: { groupId: 'a', blockId: 'a0', variableId: 'gone', path: 'groups.0.blocks.0.options.variableId' },
    good: smallFlow({ a: [set('v')] }, { variables: name }),
  },
  'missing-attribute': {
    bad: smallFlow({ a: [say('Hi')] }, { variables: ageOfContact }),
    at: { variableId: 'v', path: 'variables.0.attribute' },
    good: smallFlow({ a: [say('{{contact.name}}')] }, { variables: [nameOfContact] }),
    context: { attributes: new Map([['plan', { id: 'p', type: 'text' }]]) },
  },
  'wrong-attribute-type': {
    bad: smallFlow({ a: [{ type: 'email input', options: { variableId: 'v' } }] }, { variables: ageOfContact }),
    at: { groupId: 'a', blockId: 'a0', variableId: 'v', path: 'groups.0.blocks.0.options.variableId' },
    good: smallFlow({ a: [{ type: 'number input', options: { variableId: 'v' } }] }, { variables: ageOfContact }),
  },
  'unset-variable': {
    bad: smallFlow({ a: [say('Hi {{Name}}')] }, { variables: name }),
    at: {
      groupId: 'a',
      blockId: 'a0',
      variableId: 'v',
      path: 'groups.0.blocks.0.content.richText.0.children.0.text',
    },
    good: smallFlow(
      {
        a: [
          { type: 'Code', options: { content: 'setVariable("Name", 1)', isExecutedOnClient: false } },
          say('Hi {{Name}}'),
        ],
      },
      { variables: name },
    ),
  },
  'used-before-set': {
    bad: smallFlow({ a: [say('Hi {{Name}}'), set('v')] }, { variables: name }),
    at: {
      groupId: 'a',
      blockId: 'a0',
      variableId: 'v',
      path: 'groups.0.blocks.0.content.richText.0.children.0.text',
    },
    good: smallFlow(
      { a: [ask({ options: { variableId: 'v' }, outgoingEdgeId: 'e' })], b: [say('Hi {{Name}}')] },
      { variables: name, edges: { e: 'b' } },
    ),
  },
  'empty-option': {
    bad: smallFlow({ a: [{ type: 'Email', options: { recipients: [''] } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.recipients' },
    good: smallFlow({ a: [{ type: 'Email', options: { recipients: ['a@example.com'] } }] }),
  },
  'incomplete-entry': {
    bad: smallFlow({ a: [completion({ responseMapping: [{ item: 'Message content' }] })] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.responseMapping.0.variableId' },
    good: smallFlow({ a: [completion({ responseMapping: [{ variableId: 'v' }] })] }, { variables: name }),
  },
  'changed-name': {
    bad: smallFlow({ a: [completion({ tools: [{ type: 'function', name: 'find a room', code: '1' }] })] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.tools.0.name' },
    good: smallFlow({ a: [completion({ tools: [{ type: 'function', name: 'find_a-room', code: '1' }] })] }),
  },
  'empty-text': {
    bad: smallFlow({ a: [say(' ')] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [say('.')] }),
  },
  'missing-alt-text': {
    bad: smallFlow({ a: [{ type: 'image', content: { url: 'https://a.example/a.png' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.content.clickLink.alt' },
    good: smallFlow({
      a: [{ type: 'image', content: { url: 'https://a.example/a.png', clickLink: { alt: 'The sea' } } }],
    }),
  },
  'empty-condition': {
    bad: smallFlow({ a: [condition([{ id: 'c', variableId: 'v' }])] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a0', itemId: 'i', path: 'groups.0.blocks.0.items.0.content.comparisons.0' },
    good: smallFlow({ a: [condition([isSet])] }, { variables: name }),
  },
  'no-choices': {
    bad: smallFlow({ a: [buttons([])] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [buttons([], { options: { dynamicVariableId: 'v' } })] }, { variables: name }),
  },
  'empty-item': {
    bad: smallFlow({ a: [buttons([{ id: 'i', content: ' ' }])] }),
    at: { groupId: 'a', blockId: 'a0', itemId: 'i', path: 'groups.0.blocks.0.items.0' },
    good: smallFlow({ a: [buttons([{ id: 'i', content: 'Yes' }])] }),
  },
  'duplicate-item': {
    bad: smallFlow({
      a: [
        buttons([
          { id: 'i', content: 'Yes' },
          { id: 'j', content: 'Yes ' },
        ]),
      ],
    }),
    at: { groupId: 'a', blockId: 'a0', itemId: 'j', path: 'groups.0.blocks.0.items.1' },
    good: smallFlow({
      a: [
        buttons([
          { id: 'i', content: 'Yes' },
          { id: 'j', content: 'No' },
        ]),
      ],
    }),
  },
  'missing-credentials': {
    bad: smallFlow({ a: [{ type: 'payment input', options: { credentialsId: 'foreign' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.credentialsId' },
    good: smallFlow({ a: [{ type: 'payment input', options: { credentialsId: 'own' } }] }),
    context: { credentialsIds: new Set(['own']) },
  },
  'block-without-runtime': {
    bad: smallFlow({ a: [{ type: 'openai', options: { credentialsId: 'own', action: 'Ask Assistant' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.action' },
    good: smallFlow({ a: [{ type: 'Return' }] }),
  },
  'unknown-block': {
    bad: smallFlow({ a: [{ type: 'hologram' }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [{ type: 'Return' }] }),
  },
  'guarantee-unused': {
    bad: smallFlow({ a: [guaranteedCall([{ id: 'm', variableId: 'v', bodyPath: 'data' }])] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [guaranteedCall([])] }),
  },
  'invalid-mapping-path': {
    bad: smallFlow({ a: [listener('$..items[?(@.price)]')] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.responseVariableMapping.0.bodyPath' },
    good: smallFlow({ a: [listener('[...data.items].map((it) => it["a..b"])')] }),
  },
  'invalid-pattern': {
    bad: smallFlow(
      { a: [condition([{ ...isSet, comparisonOperator: 'Matches regex', value: '(' }])] },
      { variables: name },
    ),
    at: { groupId: 'a', blockId: 'a0', itemId: 'i', path: 'groups.0.blocks.0.items.0.content.comparisons.0.value' },
    good: smallFlow(
      { a: [condition([{ ...isSet, comparisonOperator: 'Matches regex', value: '/^a+$/i' }])] },
      { variables: name },
    ),
  },
  'refused-redirect': {
    bad: smallFlow({ a: [{ type: 'Redirect', options: { url: 'java\tscript:alert(1)' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.url' },
    good: smallFlow({ a: [{ type: 'Redirect', options: { url: 'example.com:8080' } }] }),
  },
  'invalid-amount': {
    bad: smallFlow({ a: [{ type: 'payment input', options: { amount: '12 euros', credentialsId: 'c' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.options.amount' },
    good: smallFlow({ a: [{ type: 'payment input', options: { amount: '{{Price}}', currency: 'Euro' } }] }),
  },
  'page-without-video': {
    bad: smallFlow({ a: [{ type: 'video', content: { url: 'https://www.loom.com/share/ab12' } }] }),
    at: { groupId: 'a', blockId: 'a0', path: 'groups.0.blocks.0.content.url' },
    good: smallFlow({ a: [{ type: 'video', content: { url: 'https://www.youtube.com/live/dQw4w9WgXcQ' } }] }),
  },
  'duplicate-id': {
    bad: smallFlow({ a: [say('Hi', { id: 'x' })], b: [say('Hi', { id: 'x' })] }),
    at: { groupId: 'b', blockId: 'x', path: 'groups.1.blocks.0' },
    good: smallFlow({ a: [buttons([{ id: 'i', content: '1' }]), buttons([{ id: 'i', content: '2' }])] }),
  },
  'invalid-id': {
    bad: smallFlow({ a: [say('Hi', { id: 'x'.repeat(301) })] }),
    at: { groupId: 'a', blockId: 'x'.repeat(301), path: 'groups.0.blocks.0' },
    good: smallFlow({ a: [say('Hi', { id: 'x'.repeat(300) })] }),
  },
  'duplicate-variable': {
    bad: smallFlow({ a: [say('Hi')] }, { variables: [...name, { id: 'w', name: 'Name' }] }),
    at: { variableId: 'w', path: 'variables.1.name' },
    good: smallFlow({ a: [say('Hi')] }, { variables: [...name, { id: 'w', name: 'name' }] }),
  },
  'condition-ends-branch': {
    bad: smallFlow({ a: [condition([isSet]), say('Else')] }, { variables: name }),
    at: { groupId: 'a', blockId: 'a0', itemId: 'i', path: 'groups.0.blocks.0.items.0' },
    good: smallFlow({ a: [condition([isSet])] }, { variables: name }),
  },
  'dead-end': {
    bad: smallFlow(
      {
        a: [
          buttons([
            { id: 'i', content: 'On', outgoingEdgeId: 'e' },
            { id: 'j', content: 'Off' },
          ]),
        ],
      },
      { edges: { e: 'a' } },
    ),
    at: { groupId: 'a', blockId: 'a0', itemId: 'j', path: 'groups.0.blocks.0.items.1' },
    good: smallFlow(
      {
        a: [
          buttons([
            { id: 'i', content: 'On', outgoingEdgeId: 'e' },
            { id: 'j', content: 'Off' },
          ]),
          say('Off'),
        ],
      },
      { edges: { e: 'a' } },
    ),
  },
}

const found = (flow: Flow, rule: string, context?: LintContext) =>
  lintFlow(flow, context).filter((problem) => problem.rule === rule)

test('every rule has a flow with its problem and one without', () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ id }) => id).toSorted())
})

test.each(Object.entries(cases))('%s is found where it is, and only there', (rule, { bad, at, good, context }) => {
  const problems = found(bad, rule, context)
  expect(problems.map(({ location }) => location)).toEqual([at])
  expect(problems[0]?.message).toMatch(/^["{]*[A-Z].*[.?]$/s)
  expect(found(good, rule, context)).toEqual([])
})

test('the table of rules in the docs is the registry', () => {
  const page = readFileSync(new URL('../../../../docs/lint.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (\w+) \| (.+) \|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(rules.map(({ id, severity, summary }) => [id, severity, summary]))
})

describe('what a channel cannot show', () => {
  const on = (block: Record<string, unknown>, ...types: string[]) =>
    found(smallFlow({ a: [block] }), 'not-on-channel', { channelTypes: new Set(types) }).map(({ message }) => message)
  const paths = (...labels: string[]) => labels.map((text, index) => ({ id: `p${index}`, text }))
  const cards = (card: object) => ({ type: 'cards', items: [{ id: 'c', ...card }] })
  const bold = { type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Hi', bold: true }] }] } }
  const long = { type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'word '.repeat(450) }] }] } }

  test.each([
    [
      cards({ title: 'T', paths: paths('A', 'B', 'C', 'D') }),
      'WhatsApp: a card has at most 3 buttons, and “D” is left out.',
    ],
    [
      cards({ title: 'T', description: 'x'.repeat(1_024), paths: paths('A') }),
      'WhatsApp: the end of this text is left out (at most 1024 fit): shorten it.',
    ],
    [
      { type: 'image', content: { url: 'https://example.com/a.svg' } },
      'WhatsApp: this kind of file is not shown and is sent as a link.',
    ],
    [
      { type: 'agent', options: { model: 'm' } },
      'WhatsApp: assistants for any purpose are forbidden there: write in the instructions what this one is for.',
    ],
  ])('%j is reported on WhatsApp', (block, message) => {
    expect(on(block, 'whatsapp')).toEqual([message])
  })

  test('channels with the same limitation are named together, and those without it are not', () => {
    expect(on(bold, 'telegram', 'messenger', 'instagram', 'whatsapp')).toEqual([
      'Instagram, Messenger: bold, italic and other formatting is not shown.',
    ])
    expect(on(long, 'messenger', 'instagram')).toEqual([
      'Instagram: this text comes in several messages (at most 1000 fit into one).',
      'Messenger: this text comes in several messages (at most 2000 fit into one).',
    ])
  })

  test('placeholders count nothing, and without a channel nothing is reported', () => {
    expect(on(buttons([{ id: 'i', content: `{{${'Name'.repeat(10)}}}` }]), 'whatsapp')).toEqual([])
    expect(on(bold)).toEqual([])
    expect(found(smallFlow({ a: [bold] }), 'not-on-channel')).toEqual([])
  })
})

describe('findings', () => {
  test('a typo is corrected by its fix', () => {
    const [problem] = found(cases['unknown-variable']?.bad as Flow, 'unknown-variable')
    expect(problem?.message).toContain('{{Name}}')
    expect(problem?.fix?.edits).toEqual([{ path: problem?.location.path, value: 'Hi {{Name}}' }])
  })

  test.each([
    ['first_name', 'First Name'],
    ['E-mial', 'E-mail'],
    ['Quantty', 'Quantity'],
    ['Coulour', 'Colour'],
    ['Animal', undefined],
  ])('{{%s}} may mean %s', (written, meant) => {
    const variables = ['First Name', 'E-mail', 'Quantity', 'Colour'].map((title) => ({ id: title, name: title }))
    const [problem] = found(smallFlow({ a: [say(`{{${written}}}`)] }, { variables }), 'unknown-variable')
    expect(problem?.fix?.title).toBe(meant && `Write {{${meant}}}`)
  })

  test('errors come first, then the order of the document', () => {
    const groups = Object.fromEntries(Array.from({ length: 12 }, (_, g) => [`g${g}`, [say(''), jump('gone')]]))
    const problems = lintFlow(smallFlow(groups))
    const locations = problems.map(({ severity, location }) => `${severity} ${location.path}`)
    expect(locations.indexOf('error groups.10.blocks.1.options.groupId')).toBeLessThan(
      locations.indexOf('warning groups.0.blocks.0'),
    )
    expect(locations.indexOf('warning groups.2.blocks.0')).toBeLessThan(locations.indexOf('warning groups.10.blocks.0'))
  })

  test('unknown context is not checked', () => {
    const flow = smallFlow({
      a: [
        { type: 'Bot link', options: { botId: 'x' } },
        { type: 'Email', options: { recipients: ['a@b.co'], credentialsId: 'x' } },
      ],
    })
    expect(lintFlow(flow)).toEqual([])
  })

  const needing = nativeTypes.flatMap((type) => {
    const { needs } = definitionOf(type) ?? {}
    return needs ? [[type, needs] as const] : []
  })

  test.each(needing)('problems of a new "%s" block name what it needs', (type, paths) => {
    const locations = found(smallFlow({ a: [{ type }] }), 'empty-option').map(({ location }) => location.path)
    const [first] = Object.keys(paths)
    expect(locations).toContain(`groups.0.blocks.0.${first}`)
  })

  test('a variable that is set on one way only counts as set', () => {
    const yes = { id: 'y', content: 'Yes', outgoingEdgeId: 'e' }
    const flow = smallFlow(
      { a: [buttons([yes, { id: 'n', content: 'No' }]), jump('c')], b: [set('v'), jump('c')], c: [say('{{Name}}')] },
      { edges: { e: 'b' }, variables: name },
    )
    expect(found(flow, 'used-before-set')).toEqual([])
  })

  test('a loop over all blocks of a chain that only a condition leaves is not endless', () => {
    const flow = smallFlow(
      { a: [set('v'), condition([isSet], { outgoingEdgeId: 'out' }), jump('a')], b: [say('Done')] },
      { edges: { out: 'b' }, variables: name },
    )
    expect(found(flow, 'endless-loop')).toEqual([])
  })
})

/** Each group shows a variable that the previous one has set, misspells one, and may go back to the first. */
const longFlow = (count: number) =>
  smallFlow(
    Object.fromEntries(
      Array.from({ length: count }, (_, g) => [
        `g${g}`,
        [
          say(`{{Variable ${g}}} {{Varable ${g}}}`),
          set(`v${(g + 1) % count}`),
          condition([isSet], { outgoingEdgeId: 'start' }),
          jump(`G${(g + 1) % count}`),
        ],
      ]),
    ),
    { variables: Array.from({ length: count }, (_, v) => ({ id: `v${v}`, name: `Variable ${v}` })) },
  )

test('a flow of 20,000 blocks takes a moment, not minutes', async () => {
  const flow = longFlow(5000)
  const lint = () => expect(lintFlow(flow).length).toBeGreaterThan(5000)
  expect(await processorTimeOf(lint)).toBeLessThan(20_000)
})

test.each<[string, object, string[]]>([
  ['no model', completion({ model: ' ' }), ['empty-option options.model']],
  [
    'a variable that is gone',
    completion({ responseMapping: [{ variableId: 'gone' }] }),
    ['missing-variable options.responseMapping.0.variableId'],
  ],
  [
    'a tool without a name, and one without code',
    completion({
      tools: [
        { type: 'function', code: '1' },
        { type: 'function', name: 'now' },
      ],
    }),
    ['incomplete-entry options.tools.0.name', 'incomplete-entry options.tools.1.code'],
  ],
  [
    'a function whose parameter has no name, or no values',
    completion(
      {
        action: 'Ask Model',
        message: 'Hi',
        functions: [{ name: 'f', code: '1', parameters: [{ type: 'string' }, { type: 'enum', name: 'e' }] }],
      },
      'openai',
    ),
    [
      'incomplete-entry options.functions.0.parameters.0.name',
      'incomplete-entry options.functions.0.parameters.1.values',
    ],
  ],
])('a block that asks a model with %s has that problem', (_, block, expected) => {
  const problems = lintFlow(smallFlow({ a: [block as Record<string, unknown>] })).filter(
    ({ rule }) => rule !== 'no-failure-exit',
  )
  expect(problems.map(({ rule, location }) => `${rule} ${location.path?.replace('groups.0.blocks.0.', '')}`)).toEqual(
    expected,
  )
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'of a text that anything is',
    ask({ exits: [{ id: 'x', on: 'anything-else', outgoingEdgeId: 'out' }] }),
    'does not have it',
  ],
  [
    'after too many tries',
    { type: 'email input', exits: [{ id: 'x', on: 'invalid', tries: 21, outgoingEdgeId: 'out' }] },
    'from 1 to 20',
  ],
  [
    'after invalid replies that another exit takes',
    buttons([{ id: 'i', content: 'Yes' }], {
      exits: [
        { id: 'y', on: 'anything-else', outgoingEdgeId: 'out' },
        { id: 'x', on: 'invalid', outgoingEdgeId: 'out' },
      ],
    }),
    'anything else',
  ],
  [
    'that is there twice',
    ask({
      exits: [
        { id: 'y', on: 'no-answer', outgoingEdgeId: 'out' },
        { id: 'x', on: 'no-answer', outgoingEdgeId: 'out' },
      ],
    }),
    'the same',
  ],
  [
    'of a block that asks for a person, after too long a time',
    {
      type: 'person',
      exits: [{ id: 'x', on: 'gave-up', outgoingEdgeId: 'out', after: { amount: 31, unit: 'days' } }],
    },
    'give a time',
  ],
])('an exit %s is reported as never taken', (_, block, reason) => {
  const flow = smallFlow({ a: [block], b: [say('Bye')] }, { edges: { out: 'b' } })
  const problems = found(flow, 'exit-never-taken')
  expect(problems.map(({ location }) => location.itemId)).toEqual(['x'])
  expect(problems[0]?.message).toContain(reason)
})

test.each<[string, string | undefined, LintContext, number]>([
  ['if neither the workspace nor the team has any', 'day', { hasBusinessHours: false }, 1],
  ['not if the workspace has some', 'day', { hasBusinessHours: true }, 0],
  ['not if the team has some', 'night', { hasBusinessHours: false }, 0],
  ['without a team', undefined, { hasBusinessHours: false }, 1],
  ['not if that is unknown', undefined, {}, 0],
])('the exit outside business hours is reported as never taken: %s', (_, teamId, context, count) => {
  const exits = [{ id: 'x', on: 'outside-hours', outgoingEdgeId: 'out' }]
  const flow = smallFlow(
    { a: [{ type: 'person', options: { teamId }, exits }], b: [say('Bye')] },
    { edges: { out: 'b' } },
  )
  const teams = new Map(['day', 'night'].map((id) => [id, { hasBusinessHours: id === 'night' }]))
  const problems = found(flow, 'exit-never-taken', { teams, ...context })
  expect(problems).toHaveLength(count)
  for (const { message } of problems) expect(message).toContain('no business hours')
})

test('reminders that are counted end', () => {
  const counted = smallFlow(
    {
      a: [ask({ exits: [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'silent' }] })],
      b: [condition([isSet], { outgoingEdgeId: 'again' }), say('Bye')],
    },
    { edges: { silent: 'b', again: 'a' }, variables: name },
  )
  expect(found(counted, 'endless-reminders')).toEqual([])
})

test('a service that needs an account is named as the palette names it', () => {
  const [problem] = found(smallFlow({ a: [{ type: 'openai', options: { action: 'Speak' } }] }), 'missing-credentials')
  expect(problem?.message).toBe('OpenAI needs an account. Choose one.')
})

test('the linter reports no problems of notes and disabled blocks', () => {
  const flow = smallFlow({ a: [say('Hi'), { ...jump('gone'), isMuted: true }] })
  const note = { id: 'note', title: 'Remember', graphCoordinates: { x: 0, y: 0 }, blocks: [], note: { colour: 'blue' } }
  const loud = smallFlow({ a: [say('Hi'), jump('gone')] })
  expect(lintFlow({ ...flow, groups: [...flow.groups, note] } as Flow)).toEqual([])
  expect(lintFlow(loud)).not.toEqual([])
})

test.each<[string, object, string[]]>([
  [
    'an address without a scheme',
    call({ url: 'api.example.com/x?y={{Name}}' }),
    ['url → https://api.example.com/x?y={{Name}}'],
  ],
  ['an address of another kind', call({ url: 'mailto:a@example.com' }), ['url']],
  [
    'a header with a blank in its name',
    call({ headers: [{ id: 'h', key: 'Content Type', value: 'x' }] }),
    ['headers.0.key'],
  ],
  ['broken JSON', call({ body: '{"a": {{Name}},}' }, { isCustomBody: true }), ['body']],
  [
    'JSON with placeholders anywhere',
    call({ body: '{"a":"{{Name}}","b":{{Name}},{{Name}}:1}' }, { isCustomBody: true }),
    ['body'],
  ],
  ['JSON with placeholders as values', call({ body: '{"a":"{{Name}}","b":[{{Name}}]}' }, { isCustomBody: true }), []],
  ['a body that is not used', call({ body: '{"a"' }), []],
  ['a text as its body', call({ body: 'Hello {{Name}}' }, { isCustomBody: true }), []],
])('a request with %s is reported where it is', (_, block, expected) => {
  const problems = found(smallFlow({ a: [block as Record<string, unknown>] }, { variables: name }), 'invalid-request')
  expect(
    problems.map(({ location, fix }) => {
      const path = location.path?.replace('groups.0.blocks.0.options.webhook.', '')
      return fix ? `${path} → ${fix.edits[0]?.value}` : path
    }),
  ).toEqual(expected)
})

test.each<[string, object, boolean]>([
  ['the format MMMM do, yyyy', { type: 'date input', options: { format: 'MMMM do, yyyy' } }, true],
  ["the format d 'of' MMMM", { type: 'date input', options: { format: "d 'of' MMMM" } }, true],
  ['the format day/month', { type: 'date input', options: { format: 'day/month/n' } }, false],
  ['the recipient me', { type: 'Email', options: { recipients: ['a@example.com', 'me'] } }, false],
  ['named recipients', { type: 'Email', options: { recipients: ['Ann <a@example.com>; b@example.com'] } }, true],
  ['a number in words', { type: 'Wait', options: { secondsToWaitFor: 'ten' } }, false],
  ['a number with its unit', { type: 'Wait', options: { secondsToWaitFor: '5 s' } }, true],
  ['a number with a comma', { type: 'Wait', options: { secondsToWaitFor: '1,5' } }, true],
  ['a placeholder', { type: 'Wait', options: { secondsToWaitFor: '{{Name}}' } }, true],
])('%s is reported if a run cannot read it', (_, block, isReadable) => {
  const flow = smallFlow({ a: [block as Record<string, unknown>] }, { variables: name })
  expect(found(flow, 'unreadable-text').length === 0).toBe(isReadable)
})

test.each([
  ['items[0].name', 'data.items[0].name'],
  ['body["a b"]', 'data.body["a b"]'],
  ['data.items[0', undefined],
])('the mapping path %s reads nothing', (bodyPath, meant) => {
  const [problem] = found(smallFlow({ a: [listener(bodyPath)] }), 'invalid-mapping-path')
  expect([problem?.rule, problem?.fix?.edits[0]?.value]).toEqual(['invalid-mapping-path', meant])
})

test.each([
  'data',
  'statusCode',
  'data.items.map((one) => one.name)',
  'Object.keys(data)',
  'data["a"] ?? "(none"',
  '[data.a]',
])('the mapping path %s is left to the run', (bodyPath) => {
  expect(found(smallFlow({ a: [listener(bodyPath)] }), 'invalid-mapping-path')).toEqual([])
})

describe('missing-attribute', () => {
  const attributes: LintContext['attributes'] = new Map([
    ['plan', { id: 'p', type: 'text' }],
    ['p', { id: 'p', type: 'text' }],
  ])
  const found = (flow: Flow) => lintFlow(flow, { attributes }).filter(({ rule }) => rule === 'missing-attribute')

  test('adds the variable of an attribute that a text names', () => {
    const [problem, ...others] = found(smallFlow({ a: [say('{{contact.plan}} {{contact.gone}}')] }))
    expect(others).toEqual([])
    expect(problem?.fix?.edits).toEqual([
      {
        path: 'variables.0',
        value: { id: 'contact_plan', name: 'contact.plan', attribute: { key: 'p', type: 'text' } },
      },
    ])
  })

  test('changes the type of a variable to that of its attribute', () => {
    const variables = [{ id: 'v', name: 'contact.plan', attribute: { key: 'p', type: 'number' } }]
    expect(found(smallFlow({ a: [say('Hi')] }, { variables })).map(({ fix }) => fix?.edits)).toEqual([
      [{ path: 'variables.0.attribute.type', value: 'text' }],
    ])
  })
})

describe('wrong-attribute-type', () => {
  const found = (type: string, block: Record<string, unknown>) => {
    const variables = [{ id: 'v', name: 'contact.it', attribute: { key: 'it', type } }]
    return lintFlow(smallFlow({ a: [block] }, { variables }))
      .filter(({ rule }) => rule === 'wrong-attribute-type')
      .map(({ message }) => message)
  }
  const setTo = (expressionToEvaluate: string) => ({
    type: 'Set variable',
    options: { variableId: 'v', expressionToEvaluate },
  })
  const choice = (items: object[], more: object = {}) => ({
    type: 'choice input',
    items: items.map((item, index) => ({ id: `i${index}`, ...item })),
    options: { variableId: 'v', ...more },
  })

  test.each([
    ['date', setTo('soon')],
    ['date', { type: 'time input', options: { variableId: 'v' } }],
    ['boolean', choice([{ content: 'Yes' }, { content: 'Maybe' }])],
    ['number', choice([{ content: '10' }, { content: '20' }], { isMultipleChoice: true })],
  ])('reports a value that a %s cannot hold', (type, block) => {
    expect(found(type, block)).toHaveLength(1)
  })

  test.each([
    ['text', setTo('soon')],
    ['date', setTo('2026-03-15')],
    ['date', setTo('{{Day}}')],
    ['date', { type: 'date input', options: { variableId: 'v' } }],
    ['number', { type: 'text input', options: { variableId: 'v' } }],
    ['number', { type: 'rating input', options: { variableId: 'v' } }],
    ['boolean', choice([{ content: 'Sure', value: 'yes' }, { content: 'No' }])],
    ['list', choice([{ content: 'One' }], { isMultipleChoice: true })],
  ])('accepts for a %s what it can hold', (type, block) => {
    expect(found(type, block)).toEqual([])
  })
})
