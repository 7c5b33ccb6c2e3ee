import { defineBlock } from './define.js'
import { callDefinition, calling } from './request.js'

export const httpRequest = defineBlock({
  ...callDefinition(10),
  ...calling,
  type: 'Webhook',
  label: 'HTTP request',
  icon: 'arrow-right-left',
  description: 'Call another service',
  keywords: 'webhook, api, rest, fetch, curl, get, post, json, http',
  name: 'HttpRequest',
  create: () => ({ options: { webhook: { method: 'GET' } } }),
  summary: ({ options }) => [options?.webhook?.method, options?.webhook?.url].filter(Boolean).join(' '),
})
