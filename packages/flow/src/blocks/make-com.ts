import { defineBlock } from './define.js'
import { calling, callOptions } from './request.js'

export const makeCom = defineBlock({
  type: 'Make.com',
  section: 'integration',
  label: 'Make.com',
  icon: 'zap',
  logo: 'make',
  description: 'Start an automation',
  keywords: 'integromat, automation, webhook',
  optionsName: 'HttpRequestOptions',
  options: callOptions(120),
  needs: calling.needs,
  form: 'request',
  request: calling.request,
  waits: calling.waits,
  messaging: calling.messaging,
})
