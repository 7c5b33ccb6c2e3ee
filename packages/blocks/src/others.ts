import type { BlockRuntime } from '@colloquy/engine'
import { forgedTypes } from '@colloquy/flow'
import { abTestRuntime } from './ab-test/runtime.js'
import { audioRuntime } from './audio/runtime.js'
import { botLinkRuntime } from './bot-link/runtime.js'
import { chatwootRuntime } from './chatwoot/runtime.js'
import { codeRuntime } from './code/runtime.js'
import { conditionRuntime } from './condition/runtime.js'
import { emailRuntime } from './email/runtime.js'
import { embedRuntime } from './embed/runtime.js'
import { googleAnalyticsRuntime } from './google-analytics/runtime.js'
import { httpRequest } from './http-request/runtime.js'
import { imageRuntime } from './image/runtime.js'
import { jumpRuntime } from './jump/runtime.js'
import { notYet } from './not-yet/runtime.js'
import { pixelRuntime } from './pixel/runtime.js'
import { redirectRuntime } from './redirect/runtime.js'
import { returnRuntime } from './return/runtime.js'
import { setVariableRuntime } from './set-variable/runtime.js'
import { startRuntime } from './start/runtime.js'
import { textRuntime } from './text/runtime.js'
import { videoRuntime } from './video/runtime.js'
import { waitRuntime } from './wait/runtime.js'
import { webhookListenerRuntime } from './webhook-listener/runtime.js'

/** Services that are known here and cannot be called yet. */
const notYetTypes = ['Google Sheets', 'OpenAI', ...forgedTypes] as const

/** Bubbles, logic and integrations: all blocks that do not ask the visitor anything. */
export const otherRuntimes: readonly BlockRuntime[] = [
  textRuntime,
  imageRuntime,
  videoRuntime,
  audioRuntime,
  embedRuntime,
  setVariableRuntime,
  conditionRuntime,
  redirectRuntime,
  codeRuntime,
  botLinkRuntime,
  waitRuntime,
  abTestRuntime,
  jumpRuntime,
  returnRuntime,
  webhookListenerRuntime,
  startRuntime,
  httpRequest('Webhook'),
  httpRequest('Zapier'),
  httpRequest('Make.com'),
  httpRequest('Pabbly'),
  emailRuntime,
  googleAnalyticsRuntime,
  pixelRuntime,
  chatwootRuntime,
  ...notYetTypes.map((type) => notYet(type) as BlockRuntime),
]
