import {
  choice,
  group,
  hiddenText,
  id,
  literal,
  number,
  readFrom,
  reference,
  rows,
  saveIn,
  shownText,
  text,
  union,
} from '../fields/fields.js'
import { defineBlock } from './define.js'

export const legacyOpenAi = defineBlock({
  type: 'OpenAI',
  section: 'integration',
  label: 'OpenAI (older)',
  icon: 'sparkles',
  description: 'Ask a model',
  keywords: '',
  name: 'LegacyOpenAI',
  isOld: true,
  asksModel: true,
  exits: ['failure', 'no-answer', 'blocked', 'over-budget', 'steps'],
  credentials: { type: 'openai' },
  options: union({
    label: 'Task',
    key: 'task',
    base: {
      credentialsId: reference('credentials', { label: 'Account', shows: 'nothing' }),
      baseUrl: hiddenText({ label: 'Base URL', position: 'address' }),
      apiVersion: hiddenText({ label: 'API version' }),
    },
    members: [
      { is: [undefined], fields: {} },
      {
        is: ['Create chat completion'],
        fields: {
          model: shownText({ label: 'Model' }),
          messages: rows({
            label: 'Messages',
            fields: {},
            union: union({
              label: 'Role',
              key: 'role',
              base: { id },
              members: [
                {
                  is: ['system', 'user', 'assistant', undefined],
                  fields: {
                    content: hiddenText({ label: 'Content', isLong: true }),
                    name: hiddenText({ label: 'Name' }),
                  },
                },
                {
                  is: ['Dialogue'],
                  fields: {
                    dialogueVariableId: readFrom({ label: 'Dialogue' }),
                    startsBy: choice(['user', 'assistant'], { label: 'Starts by' }),
                  },
                },
                {
                  is: ['Messages sequence ✨'],
                  fields: {
                    content: group({
                      label: 'Content',
                      shows: 'nothing',
                      fields: {
                        assistantMessagesVariableId: readFrom({ label: 'Assistant messages' }),
                        userMessagesVariableId: readFrom({ label: 'User messages' }),
                      },
                    }),
                  },
                },
              ],
            }),
          }),
          advancedSettings: group({
            label: 'Advanced settings',
            fields: { temperature: number({ label: 'Temperature', shows: 'all' }) },
          }),
          responseMapping: rows({
            label: 'Save from response',
            fields: {
              id,
              valueToExtract: choice(['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'], {
                label: 'Value to extract',
                isAlwaysThere: true,
                emptyMeans: 'Message content',
              }),
              variableId: saveIn({ label: 'Save to' }),
            },
          }),
        },
      },
      {
        is: ['Create speech'],
        fields: {
          model: shownText({ label: 'Model' }),
          input: text({ label: 'Input' }),
          voice: choice(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'], { label: 'Voice' }),
          saveUrlInVariableId: saveIn({ label: 'Save URL to' }),
        },
      },
      {
        is: ['Create image'],
        fields: {
          prompt: text({ label: 'Prompt', isLong: true }),
          advancedOptions: group({
            label: 'Advanced options',
            isAlwaysThere: true,
            fields: { size: choice(['256x256', '512x512', '1024x1024'], { label: 'Size' }) },
          }),
          responseMapping: rows({
            label: 'Save from response',
            isAlwaysThere: true,
            fields: {
              id,
              valueToExtract: literal('Image URL'),
              variableId: saveIn({ label: 'Save to' }),
            },
          }),
        },
      },
    ],
  }),
  needs: { 'options.task': 'Choose what this service is to do' },
})
