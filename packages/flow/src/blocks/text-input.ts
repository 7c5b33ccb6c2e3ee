import { choice, flag, saveIn } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { labels, recording } from './shared.js'

export const textInput = defineBlock({
  type: 'text input',
  section: 'input',
  label: 'Text',
  icon: 'text-cursor',
  description: 'Free text',
  keywords: 'question, answer, short text, long text, textarea, string, name, open question',
  asks: 'text',
  replySize: 'long',
  takesAnyText: true,
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    labels: labels('Type your answer…'),
    isLong: flag({ label: 'Multi-line', default: false }),
    inputMode: choice(['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url'], {
      label: 'Keyboard on phones',
      isAdvanced: true,
    }),
    audioClip: recording('Audio clip'),
    attachments: recording('Attachments'),
  },
  uploads({ options }) {
    const enabled = [options?.attachments, options?.audioClip].filter((one) => one?.isEnabled)
    if (enabled.length === 0) return undefined
    return { isPrivate: enabled.some((one) => one?.visibility === 'Private'), isAnswer: false }
  },
})
