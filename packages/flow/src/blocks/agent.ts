import {
  any,
  choice,
  flag,
  group,
  hiddenText,
  list,
  number,
  readFrom,
  reference,
  rows,
  saveIn,
  shownText,
  text,
  texts,
  variants,
} from '../fields/fields.js'
import { functionFields } from '../integrations/models/tools.js'
import { agentServices, chatActionOf } from '../integrations/registry.js'
import { defineBlock, type JumpTarget } from './define.js'
import { labels } from './shared.js'

const asking = {
  label: 'Ask the visitor first',
  help: 'The visitor sees what is about to be done, and chooses Yes or No.',
}
const asksFirst = flag({ ...asking, default: false })
const displayName = shownText({
  label: 'Name for visitors',
  help: 'Above the question, when the visitor is asked first: what the tool does, such as "Delete your account". By default its name.',
})
const name = text({ label: 'Name', help: 'Letters, digits and _; the model calls it by this name.', isRequired: true })
const description = text({ label: 'Description', help: 'When the model is to use it, and what for.', isLong: true })
const returned = rows({
  label: 'Tell the model',
  help: 'The values that these variables have then.',
  fields: { variableId: readFrom({ label: 'Variable', isRequired: true }) },
})

/** Tools of an agent, in addition to those that its exits add. */
const tools = variants({
  label: 'Tools',
  key: 'type',
  isList: true,
  shows: 'nothing',
  variants: {
    Function: { ...functionFields, asksFirst, displayName },
    'Run a block': {
      name,
      description,
      groupId: reference('group', { label: 'Group', isRequired: true }),
      blockId: reference('block', {
        label: 'Block',
        help: 'An HTTP request, a sheet, an email: the block may stand in a group that no edge leads to.',
        isRequired: true,
      }),
      parameters: rows({
        label: 'Values from the model',
        help: 'The model gives these variables a value before the block runs.',
        fields: {
          variableId: saveIn({ label: 'Variable', isRequired: true }),
          description: text({ label: 'Description' }),
          required: flag({ label: 'Required', default: true }),
        },
      }),
      asksFirst,
      displayName,
    },
    'Go to a group': {
      name,
      description,
      groupId: reference('group', { label: 'Group', isRequired: true }),
      comesBack: flag({ label: 'Come back when the group has ended', default: true }),
      returned,
    },
    'Set a variable': {
      variableId: saveIn({ label: 'Variable', isRequired: true }),
      description,
      values: texts({ label: 'Only these values' }),
    },
    'Search knowledge': {
      name: text({ label: 'Name', default: 'search_knowledge' }),
      description,
      knowledgeBaseId: reference('knowledge base', { label: 'Knowledge base', isRequired: true }),
    },
    'MCP server': {
      credentialsId: reference('credentials', { label: 'Account', credentials: 'mcp', isRequired: true }),
      tools: rows({
        label: 'Tools of the server',
        control: 'mcp tools',
        fields: {
          name: text({ label: 'Name', isRequired: true }),
          description: text({ label: 'Description' }),
          schema: any({ label: 'Parameters', isHidden: true }),
          hash: text({ label: 'Definition', isRequired: true, isHidden: true }),
          // A tool of another system may do anything.
          asksFirst: flag({ ...asking, default: true }),
          displayName,
        },
      }),
    },
  },
})

export const agent = defineBlock({
  type: 'agent',
  section: 'input',
  label: 'AI agent',
  icon: 'bot',
  description: 'A model that talks and acts',
  keywords: 'ai, agent, assistant, llm, gpt, claude, tools, functions, mcp, support, chat, conversation',
  asks: 'text',
  opensWith: 'firstMessage',
  example: 'Where is my order?',
  replySize: 'long',
  inputName: 'agent',
  asksModel: true,
  isShownAsOthers: true,
  exits: ['failure', 'no-answer', 'blocked', 'steps', 'over-budget', 'hand-over'],
  options: {
    service: choice(agentServices, { label: 'Service', default: 'openai' }),
    credentialsId: reference('credentials', { label: 'Account', shows: 'nothing' }),
    model: list({ label: 'Model', list: 'models', isRequired: true }),
    instructions: hiddenText({
      label: 'Instructions',
      help: 'Role of the agent, its task, and what it must not do.',
      isLong: true,
    }),
    firstMessage: shownText({
      label: 'First message',
      help: 'Said as the agent begins. Leave it empty to let the model begin, with what was said before.',
      isLong: true,
    }),
    finishWhen: hiddenText({
      label: 'Done when',
      help: 'The flow then continues behind the agent. Leave it empty: when the visitor needs nothing more.',
      isLong: true,
    }),
    tools,
    maxTurns: number({
      label: 'Replies of the visitor at most',
      isAdvanced: true,
      default: 20,
      min: 1,
      max: 100,
      isStrict: true,
    }),
    maxSteps: number({
      label: 'Steps per reply at most',
      isAdvanced: true,
      help: 'Calls of the model until it speaks. Beyond, the flow takes the exit for the step limit.',
      default: 8,
      min: 1,
      max: 20,
      isStrict: true,
    }),
    historyTokens: number({
      label: 'Earlier messages (tokens)',
      isAdvanced: true,
      help: 'Maximum, estimated, of the conversation before the agent. 0: none.',
      default: 4000,
      min: 0,
      max: 200_000,
      isStrict: true,
    }),
    temperature: number({ label: 'Temperature', isAdvanced: true, min: 0, max: 2 }),
    variableId: saveIn({ label: 'Save last reply to', isAdvanced: true }),
    labels: { ...labels('Type your message…'), isAdvanced: true },
    confirmation: group({
      label: 'Asking first',
      isAdvanced: true,
      fields: {
        heading: shownText({
          label: 'Heading',
          help: 'Before the name of the tool, in the part of the message that the model cannot write.',
          default: 'Your approval is needed:',
        }),
        yes: shownText({ label: 'Yes', default: 'Yes' }),
        no: shownText({ label: 'No', default: 'No' }),
      },
    }),
  },
  needs: { 'options.model': 'Choose the model that the agent asks' },
  runsOn: ({ options }) => serviceOf(options?.service),
  leadsTo: ({ options }) =>
    (options?.tools ?? []).flatMap((tool): JumpTarget[] => {
      if (tool.type === 'Go to a group' && tool.groupId) return [{ groupId: tool.groupId }]
      if (tool.type === 'Run a block' && tool.groupId) return [{ groupId: tool.groupId, blockId: tool.blockId }]
      return []
    }),
  summary: ({ options }) => options?.firstMessage ?? options?.instructions ?? '',
  sends: ({ options }) => [{ kind: 'task', text: options?.instructions ?? '', path: 'options.instructions' }],
})

const serviceOf = (service: string | undefined = 'openai') => {
  const action = chatActionOf(service)
  return action === undefined ? undefined : { service, action }
}
