import { defineBlock } from './define.js'
import { callDefinition, calling } from './request.js'

export const pabbly = defineBlock({
  ...callDefinition(120),
  ...calling,
  type: 'Pabbly',
  label: 'Pabbly',
  icon: 'zap',
  description: 'Start an automation',
  keywords: 'automation, webhook',
})
