import { defineBlock } from './define.js'
import { callDefinition, calling } from './request.js'

export const makeCom = defineBlock({
  ...callDefinition(120),
  ...calling,
  type: 'Make.com',
  label: 'Make.com',
  icon: 'zap',
  logo: 'make',
  description: 'Start an automation',
  keywords: 'integromat, automation, webhook',
})
