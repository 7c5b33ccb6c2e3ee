import { choice, group, hiddenText, text } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { pageOnly } from './shared.js'

export const chatwoot = defineBlock({
  type: 'Chatwoot',
  section: 'integration',
  label: 'Chatwoot',
  icon: 'messages-square',
  logo: 'chatwoot',
  description: 'Hand over to people',
  keywords: 'live chat, agent, support, handover, human',
  needsPageScripts: true,
  options: {
    task: choice(['Show widget', 'Close widget'], { label: 'Task', default: 'Show widget' }),
    baseUrl: hiddenText({ label: 'Base URL', default: 'https://app.chatwoot.com', position: 'address' }),
    websiteToken: hiddenText({ label: 'Website token' }),
    user: group({
      label: 'User',
      fields: {
        id: text({ label: 'Id' }),
        email: text({ label: 'Email' }),
        name: text({ label: 'Name' }),
        avatarUrl: text({ label: 'Avatar URL', position: 'address' }),
        phoneNumber: text({ label: 'Phone number' }),
      },
    }),
  },
  needs: { 'options.websiteToken': 'Give the token of the website' },
  // Closing a chat window needs no token.
  isSpared: ({ options }) => options?.task === 'Close widget',
  messaging: pageOnly,
})
