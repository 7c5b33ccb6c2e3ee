import type { Part, TemplateDefinition } from '../build-template.js'
import { forest } from './themes.js'

const speak: Part = {
  use: 'elevenlabs',
  with: ({ variable }) => ({
    action: 'Convert text to speech',
    text: '{{Answer}}',
    saveUrlInVariableId: variable('Recording'),
  }),
  otherwise: { failure: 'In writing' },
}

export const voiceGuide: TemplateDefinition = {
  icon: '🎙️',
  name: 'Guide that speaks',
  hint: 'A museum guide: visitors type or speak a question, a model answers, and a voice reads it out.',
  theme: forest,
  groups: {
    Welcome: ['Welcome to the museum! Ask me about anything that you see.', { to: 'Question' }],
    Question: [
      'What are you looking at, and what do you want to know?',
      {
        ask: 'text input',
        in: 'Question',
        with: {
          labels: { placeholder: 'Type or record a question', button: 'Ask' },
          audioClip: { isEnabled: true },
        },
      },
      {
        generate:
          'You are the guide of a museum of natural history. Answer in at most three sentences that sound good when they are read out, without lists. If a question is an address of a recording, ask the visitor to type it.',
        from: 'Question',
        in: 'Answer',
        otherwise: 'No answer',
      },
      { to: 'Speak' },
    ],
    Speak: [speak, { show: 'audio', with: { content: { url: '{{Recording}}' } } }, { to: 'Next' }],
    'In writing': ['{{Answer}}', { to: 'Next' }],
    Next: [
      'Shall we go on?',
      { offer: { 'Another question': 'Question', 'That was it': 'Goodbye' }, in: 'Next step', to: 'Goodbye' },
    ],
    'No answer': ['I lost my voice for a moment. Please ask one of my colleagues in the hall.'],
    Goodbye: ['Enjoy your visit! 🦕'],
  },
}
