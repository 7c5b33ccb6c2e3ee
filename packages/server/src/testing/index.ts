/** Test helpers for packages that run the service in their own process. */
export { listeningBot } from './listening-bot.js'
export {
  appSecret,
  echoOf,
  echoPayload,
  handoverPayload,
  messageOf,
  metaCredentials,
  payloadOf,
  signedRequest,
} from './messaging-payloads.js'
export { completionBlock, streamingBot } from './streaming-bot.js'
export { askingBot, type TestService, testService } from './test-service.js'
