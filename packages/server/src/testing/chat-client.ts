import { askingBot, type TestService } from './test-service.js'

/** Short names for the chat operations, and for reading the stored conversation. */
export function chatClient(service: () => TestService) {
  const call = (...values: Parameters<TestService['call']>) => service().call(...values)
  return {
    start: (publicId: string, body: unknown = {}, headers = {}) =>
      call('POST', `/api/v1/bots/${publicId}/startChat`, body, headers),
    preview: (botId: string, body: unknown = {}) => call('POST', `/api/v1/bots/${botId}/preview/startChat`, body),
    say: (sessionId: string, message: unknown, headers = {}) =>
      call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message }, headers),
    resultOf: async (botId: string, resultId: string) =>
      (await call('GET', `/api/v1/bots/${botId}/results/${resultId}`)).body.result,
    logsOf: async (botId: string, resultId: string) =>
      (await call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)).body.logs,
  }
}

/** Returns the messages of an answer as plain text. */
export function plainText(body: { messages: { content: { plainText: string } }[] }): string[] {
  return body.messages.map(({ content }) => content.plainText)
}

export function textBubble(id: string, said: string) {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text: said }] }] } }
}

export function group(id: string, ...blocks: object[]) {
  return { id, title: id, graphCoordinates: at, blocks }
}

const at = { x: 0, y: 0 }

/** A bot that greets by name, then asks; a command leads to its second group. */
export function greetingBot(publicId: string, settings: object = {}) {
  return {
    ...askingBot(publicId, 1, settings),
    events: [
      { id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' },
      { id: 'e2', type: 'command', graphCoordinates: at, outgoingEdgeId: 'ed2', options: { command: 'help' } },
    ],
    edges: [
      { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
      { id: 'ed2', from: { eventId: 'e2' }, to: { groupId: 'g2' } },
    ],
    groups: [
      group('g1', textBubble('t1', 'Hi {{Name}}'), { id: 'in1', type: 'text input', options: { variableId: 'v1' } }),
      group('g2', textBubble('t2', 'Here is help'), { id: 'in2', type: 'text input', options: {} }),
    ],
  }
}
