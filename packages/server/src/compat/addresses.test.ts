import { expect, test } from 'vitest'
import { findAddress } from './addresses.js'

test.each([
  ['/api/v1/typebots', '/api/v1/bots'],
  ['/api/v1/typebots?workspaceId=w', '/api/v1/bots?workspaceId=w'],
  ['/api/v1/typebots/import', '/api/v1/bots/import'],
  ['/api/v1/typebots/b1', '/api/v1/bots/b1'],
  [
    '/api/v1/typebots/b1/publishedTypebot?migrateToLatestVersion=true',
    '/api/v1/bots/b1/publishedBot?migrateToLatestVersion=true',
  ],
  ['/api/v1/typebots/b1/linkedTypebots', '/api/v1/bots/b1/linkedBots'],
  ['/api/v1/sessions/s1/updateTypebot', '/api/v1/sessions/s1/updateBot'],
  ['/api/v1/typebots/my-bot/startChat', '/api/v1/bots/my-bot/startChat'],
  ['/api/v1/typebots/b1/preview/startChat', '/api/v1/bots/b1/preview/startChat'],
  ['/api/v1/typebots/b1/results?limit=5&cursor=a', '/api/v1/bots/b1/results?limit=5&cursor=a'],
  ['/api/v1/typebots/b1/results/r1/transcript', '/api/v1/bots/b1/results/r1/transcript'],
  ['/api/v1/typebots/b1/webhookBlocks/k/subscribe', '/api/v1/bots/b1/webhookBlocks/k/subscribe'],
  ['/api/v1/typebots/b1/blocks/k/results/r1/executeWebhook', '/api/v1/bots/b1/blocks/k/results/r1/executeWebhook'],
  ['/api/v1/typebots/b1/blocks/k/web/executeTestWebhook', '/api/v1/bots/b1/blocks/k/web/executeTestWebhook'],
  ['/api/v1/typebots/b1/whatsapp/start-preview', '/api/v1/bots/b1/messaging/start-preview'],
  [
    '/api/v1/typebots/b1/blocks/k/whatsapp/4917/executeTestWebhook',
    '/api/v1/bots/b1/blocks/k/messaging/4917/executeTestWebhook',
  ],
  [
    '/api/v1/workspaces/w1/whatsapp/c1/webhook?hub.challenge=1&hub.verify_token=t',
    '/api/v1/workspaces/w1/messaging/c1/webhook?hub.challenge=1&hub.verify_token=t',
  ],
  ['/api/v1/whatsapp/preview/webhook', '/api/v1/messaging/preview/webhook'],
  ['/api/v2/sessions/s1/clientLogs', '/api/v1/sessions/s1/clientLogs'],
  ['/api/v2/sendMessage', '/api/v1/sendMessage'],
  ['/api/v2/generate-upload-url?sessionId=s1', '/api/v1/generate-upload-url?sessionId=s1'],
  ['/api/typebots/b1/results/r1/blocks/k/a.png', '/api/bots/b1/results/r1/blocks/k/a.png'],
  ['/api/typebots/b1/webhookSteps', '/api/v1/bots/b1/webhookBlocks'],
  ['/api/typebots/b1/webhookBlocks', '/api/v1/bots/b1/webhookBlocks'],
  ['/api/typebots/b1/blocks/k/sampleResult', '/api/v1/bots/b1/webhookBlocks/k/getResultExample'],
  ['/api/typebots/b1/blocks/g/steps/k/subscribeWebhook', '/api/v1/bots/b1/webhookBlocks/k/subscribe'],
  ['/api/typebots/b1/blocks/g/steps/k/unsubscribeWebhook', '/api/v1/bots/b1/webhookBlocks/k/unsubscribe'],
  ['/api/users/me', '/api/v1/users/me'],
  ['/api/healthz', '/healthz'],
])('%s leads to %s', (typebot, own) => {
  expect(findAddress(typebot)?.url).toBe(own)
})

test.each([
  '/',
  '/api/v1/bots',
  '/api/v1/sessions/s1/continueChat',
  '/api/v1/typebotsx',
  '/x/api/v1/typebots',
  '/api/v1/bots?next=/api/v1/typebots',
  '/api/v1/%74ypebots',
  '//api/v1/typebots',
  'http://other.example/api/v1/typebots',
])('%s is not a Typebot address', (url) => {
  expect(findAddress(url)).toBeUndefined()
})

test('a segment never reaches into another one, and the query stays as it came', () => {
  expect(findAddress('/api/v1/typebots/..%2F..%2Fmetrics/publishedTypebot')?.url).toBe(
    '/api/v1/bots/..%2F..%2Fmetrics/publishedBot',
  )
  expect(findAddress('/api/typebots/$1/webhookSteps?a=%7Bbot%7D&$&')?.url).toBe(
    '/api/v1/bots/$1/webhookBlocks?a=%7Bbot%7D&$&',
  )
})
