import { defineBlock } from './define.js'
import { responseMapping } from './request.js'

export const webhookListener = defineBlock({
  type: 'webhook',
  section: 'logic',
  label: 'Wait for webhook',
  icon: 'webhook',
  description: 'Wait until another service calls',
  keywords: 'webhook, callback, listen, trigger, incoming',
  name: 'WebhookListener',
  listens: true,
  options: { responseVariableMapping: responseMapping },
  waits: () => true,
})
