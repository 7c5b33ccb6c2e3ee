import { defineBlock } from './define.js'
import { calling, callOptions } from './request.js'

export const zapier = defineBlock({
  type: 'Zapier',
  section: 'integration',
  label: 'Zapier',
  icon: 'zap',
  logo: 'zapier',
  description: 'Start an automation',
  keywords: 'zap, automation, webhook',
  optionsName: 'HttpRequestOptions',
  options: callOptions(120),
  needs: calling.needs,
  form: 'request',
  request: calling.request,
  waits: calling.waits,
  messaging: calling.messaging,
})
