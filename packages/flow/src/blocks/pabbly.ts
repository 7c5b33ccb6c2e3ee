import { defineBlock } from './define.js'
import { calling, callOptions } from './request.js'

export const pabbly = defineBlock({
  type: 'Pabbly',
  section: 'integration',
  label: 'Pabbly',
  icon: 'zap',
  description: 'Start an automation',
  keywords: 'automation, webhook',
  optionsName: 'HttpRequestOptions',
  options: callOptions(120),
  needs: calling.needs,
  form: 'request',
  request: calling.request,
  waits: calling.waits,
  messaging: calling.messaging,
})
