import { choice, list, mapping, pairs, readFrom, saveIn, text } from '../fields/fields.js'
import { get, post } from './calls.js'
import { action, defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { askModel } from './models/ask-model.js'
import { createChatCompletion } from './models/chat-completion.js'
import { generateVariables } from './models/generate-variables.js'
import { givenBase, readModels } from './models/model-lists.js'
import { bearerKey } from './models/provider.js'
import { textAt } from './read.js'

/** Extensions of recordings by content type: the provider recognizes the format by the file name. */
const extensions = {
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
  'audio/mpga': 'mpga',
  'audio/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/mpeg': 'mpeg',
  'video/webm': 'webm',
}

/** Blocks of an older version may specify an address themselves; credentials have one for all blocks. */
const base = {
  baseUrl: text({ label: 'Base address', isHidden: true, position: 'address' }),
  apiVersion: text({ label: 'API version', isHidden: true }),
}

const gateway = ({ baseUrl, apiVersion }: { baseUrl?: string; apiVersion?: string }) => ({
  ...givenBase(baseUrl),
  ...(apiVersion !== undefined && { query: { 'api-version': apiVersion } }),
})

export const openAi = defineIntegration({
  type: 'openai',
  name: 'OpenAI',
  label: 'OpenAI',
  icon: 'sparkles',
  description: 'Answer, extract values, speak or transcribe with OpenAI or a compatible service',
  keywords: 'ai, llm, knowledge, gpt, chatgpt, chat, completion, whisper, azure, ollama, local, extract',
  credentials: bearerKey({
    help: 'On the OpenAI platform, under API keys.',
    address: 'https://api.openai.com/v1',
    hasBaseUrl: true,
    alsoAs: 'api-key',
  }),
  models: 'openai',
  knowsModelsOf: ['groq', 'together-ai', 'open-router'],
  embeds: true,
  actions: {
    'Create chat completion': createChatCompletion({ base }),
    'Ask Model': askModel({ base }),
    // The provider has discontinued the service behind it.
    'Ask Assistant': action({
      base,
      options: {
        assistantId: list({ label: 'Assistant' }),
        message: text({ label: 'Message', isLong: true }),
        additionalInstructions: text({ label: 'Additional instructions', isLong: true }),
        threadVariableId: readFrom({ label: 'Thread' }),
        threadId: text({ label: 'Thread', isHidden: true }),
        functions: pairs(['name', 'Name'], ['code', 'Code'], { label: 'Functions' }),
        responseMapping: mapping(['Message', 'Thread ID']),
      },
    }),
    'Answer from knowledge': answerFromKnowledge({ base }),
    'Generate variables': generateVariables({ base }),
    'Create speech': action({
      base,
      options: {
        model: list({ label: 'Model', list: 'speechModels', default: 'tts-1' }),
        input: text({ label: 'Text', isLong: true, isRequired: true }),
        instructions: text({
          label: 'Instructions',
          help: 'How to speak. Only some models follow them.',
          isLong: true,
        }),
        voice: choice(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'], { label: 'Voice', isRequired: true }),
        saveUrlInVariableId: saveIn({ label: 'Save the address of the recording in', isRequired: true }),
      },
      lists: {
        speechModels: {
          call: ({ baseUrl }) => get(['models'], givenBase(baseUrl)),
          read: (body) => readModels(body, (_, id) => id.includes('tts')),
        },
      },
      *run({ model, input, instructions, voice, saveUrlInVariableId, ...address }, { store, save }) {
        const json = { model, input, voice, ...(instructions !== undefined && { instructions }) }
        const call = post(['audio', 'speech'], { json, seconds: 120, ...gateway(address) })
        const url = yield* store(call, { name: 'speech.mp3', type: 'audio/mpeg' })
        if (url !== undefined) save(saveUrlInVariableId, url)
      },
    }),
    'Create transcription': action({
      base,
      options: {
        url: text({ label: 'Address of the recording', isRequired: true }),
        model: list({
          label: 'Model',
          values: ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'],
          default: 'whisper-1',
        }),
        prompt: text({ label: 'Prompt', help: 'Names and words that the recording may contain.', isLong: true }),
        transcriptionVariableId: saveIn({ label: 'Save the text in', isRequired: true }),
      },
      *run({ url, model, prompt, transcriptionVariableId, ...address }, context) {
        const form = { model, ...(prompt !== undefined && { prompt }) }
        const upload = { field: 'file', url, name: 'audio', extensions, addressExtensions: ['oga'], otherwise: 'webm' }
        const call = post(['audio', 'transcriptions'], { form, upload, seconds: 120, ...gateway(address) })
        const answer = yield* context.call(call)
        if (!answer) return
        const said = textAt(answer.body, 'text')
        if (said === undefined) return context.fail('the answer holds no text.')
        context.save(transcriptionVariableId, said)
      },
    }),
  },
})
