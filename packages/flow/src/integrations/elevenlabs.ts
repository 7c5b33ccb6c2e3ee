import { list, saveIn, text } from '../fields/fields.js'
import { get, post } from './calls.js'
import { action, defineCredentials, defineIntegration } from './define.js'
import { at, itemsFrom, listAt } from './read.js'

export const elevenLabs = defineIntegration({
  type: 'elevenlabs',
  label: 'ElevenLabs',
  icon: 'audio-lines',
  logo: 'elevenlabs',
  description: 'Speak a text',
  keywords: 'voice, speech, tts, ai',
  credentials: defineCredentials({
    fields: {
      apiKey: {
        kind: 'secret',
        label: 'API key',
        help: 'In ElevenLabs, under Developers, API keys.',
        isRequired: true,
      },
    },
    address: 'https://api.elevenlabs.io',
    addressSetting: 'ELEVENLABS_API_URL',
    auth: { kind: 'header', name: 'xi-api-key', field: 'apiKey' },
    test: [get(['v1', 'user'])],
  }),
  isModel: true,
  actions: {
    'Convert text to speech': action({
      options: {
        text: text({ label: 'Text', isLong: true, isRequired: true }),
        voiceId: list({ label: 'Voice', list: 'voices', isRequired: true }),
        modelId: list({ label: 'Model', list: 'models' }),
        saveUrlInVariableId: saveIn({ label: 'Save the address of the recording in', isRequired: true }),
      },
      lists: {
        voices: {
          call: () => get(['v1', 'voices']),
          read: (body) => itemsFrom(listAt(body, 'voices'), 'voice_id', 'name'),
        },
        models: {
          call: () => get(['v1', 'models']),
          read: (body) =>
            itemsFrom(
              listAt(body).filter((it) => at(it, 'can_do_text_to_speech') === true),
              'model_id',
              'name',
            ),
        },
      },
      *run({ text, voiceId, modelId, saveUrlInVariableId }, { store, save }) {
        const call = post(['v1', 'text-to-speech', voiceId], {
          headers: { Accept: 'audio/mpeg' },
          json: { text, model_id: modelId },
          seconds: 120,
        })
        const url = yield* store(call, { name: 'speech.mp3', type: 'audio/mpeg' })
        if (url !== undefined) save(saveUrlInVariableId, url)
      },
    }),
  },
})
