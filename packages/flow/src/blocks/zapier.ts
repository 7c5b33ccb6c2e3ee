import { defineBlock } from './define.js'
import { callDefinition, calling } from './request.js'

export const zapier = defineBlock({
  ...callDefinition(120),
  ...calling,
  type: 'Zapier',
  label: 'Zapier',
  icon: 'zap',
  logo: 'zapier',
  description: 'Start an automation',
  keywords: 'zap, automation, webhook',
})
