/** What tests of other packages need of the service in their own process. */
export { listeningBot } from './listening-bot.js'
export { askingBot, type TestService, testService } from './test-service.js'
