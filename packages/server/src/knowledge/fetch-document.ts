import type { EgressPort } from '@colloquy/ports/egress'

interface DocumentRequest {
  workspaceId: string
  url: string
  /** Subject of a problem, such as "The page". */
  name: string
  accept?: string
}

/** Fetches an address within 5 s; returns the answer, or why there is nothing to read. */
export async function fetchDocument(
  egress: Pick<EgressPort, 'send'>,
  { workspaceId, url, name, accept }: DocumentRequest,
): Promise<{ headers: Readonly<Record<string, string>>; body: Uint8Array } | { problem: string }> {
  const headers = accept === undefined ? [] : [['accept', accept] as const]
  const answer = await egress.send({ owner: { workspaceId }, url, method: 'GET', headers, timeoutSeconds: 5 })
  switch (answer.kind) {
    case 'timeout':
      return { problem: `${name} took longer than ${answer.seconds} s.` }
    case 'too-large':
      return { problem: `${name} is larger than ${answer.maxBytes} bytes.` }
    case 'refused':
    case 'failed':
      return { problem: answer.reason }
  }
  if (answer.status < 200 || answer.status > 299) return { problem: `${name} answered ${answer.status}.` }
  return answer
}
