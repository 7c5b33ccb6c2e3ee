import { defineBlock } from './define.js'
import { calling, callOptions } from './request.js'

export const httpRequest = defineBlock({
  type: 'Webhook',
  section: 'integration',
  label: 'HTTP request',
  icon: 'arrow-right-left',
  description: 'Call another service',
  keywords: 'webhook, api, rest, fetch, curl, get, post, json, http',
  optionsName: 'HttpRequestOptions',
  options: callOptions(10),
  needs: calling.needs,
  form: 'request',
  request: calling.request,
  waits: calling.waits,
  messaging: calling.messaging,
  name: 'HttpRequest',
  create: () => ({ options: { webhook: { method: 'GET' } } }),
  summary: ({ options }) => [options?.webhook?.method, options?.webhook?.url].filter(Boolean).join(' '),
})
