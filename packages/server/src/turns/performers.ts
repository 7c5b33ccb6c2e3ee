import type { HttpOutcome, PaymentOutcome } from '@colloquy/engine'
import type { Storage } from '@colloquy/storage'
import type { Config } from '../config.js'
import { openAttachment } from '../files/open-attachment.js'
import { decodeText } from '../ports/egress/decode-text.js'
import type { EgressAnswer } from '../ports/egress/egress-port.js'
import type { FilePort } from '../ports/files/file-port.js'
import { type MailBudget, newMailBudget } from '../ports/mail/mail-budget.js'
import { performMail } from '../ports/mail/perform-mail.js'
import type { Ports } from '../ports/open-ports.js'
import { transcript } from '../transcript.js'
import type { Vault } from '../vault/vault.js'
import type { Performers, TurnScope } from './effects.js'
import type { Programs } from './programs.js'

export interface PerformersOptions {
  storage: Storage
  programs: Programs
  config: Config
  ports: Ports
  vault: Vault
  files: FilePort
}

/** What turns may have done for them, each kind by its port. */
export function createPerformers({ storage, programs, config, ports, vault, files }: PerformersOptions): Performers {
  const budgets = new WeakMap<TurnScope, MailBudget>()
  return {
    program: async ({ botId }, { workspaceId, mode }) => ({
      program: await programs.linked(botId, workspaceId, mode),
    }),
    script: ({ code, args, mode }, { botId }) => ports.scripts.run({ code, args, mode, owner: botId }),
    pattern: ({ pattern, flags, texts }, { botId }) => ports.scripts.test({ pattern, flags, texts, owner: botId }),
    http: async ({ request: { proxyCredentialsId, ...request } }, { workspaceId }) => {
      const proxy = proxyCredentialsId && (await vault.open(workspaceId, proxyCredentialsId, 'http proxy'))
      if (proxyCredentialsId && !proxy) {
        return { answer: 'refused', reason: 'the credentials of its proxy are not among those of this workspace' }
      }
      const proxyUrl = proxy ? proxy.data.url : undefined
      return httpOutcome(await ports.egress.send({ ...request, proxyUrl, maxBytes: config.limits.responseBytes }))
    },
    mail: (effect, scope) => {
      const budget = budgets.get(scope) ?? newMailBudget()
      budgets.set(scope, budget)
      return performMail(effect, {
        mail: ports.mail,
        vault,
        workspaceId: scope.workspaceId,
        defaultAccount: config.mailAccount,
        budget,
        openAttachment: (url) => openAttachment(url, { storage, files, ...scope }),
      })
    },
    payment: async ({ payment }, { workspaceId, mode }): Promise<PaymentOutcome> => {
      const opened = await vault.open(workspaceId, payment.credentialsId, 'stripe')
      if (!opened) return { result: 'failed', reason: 'its credentials are not among those of this workspace.' }
      const { live, test } = opened.data
      const testKeys =
        test.secretKey && test.publicKey ? { secretKey: test.secretKey, publicKey: test.publicKey } : live
      return ports.payments.open(payment, mode === 'preview' ? testKeys : live)
    },
    transcript: async (_, { sessionId }) => ({ entries: transcript(await storage.sessions.turns(sessionId)) }),
  }
}

function httpOutcome(answer: EgressAnswer): HttpOutcome {
  switch (answer.kind) {
    case 'response':
      return { answer: 'response', status: answer.status, text: decodeText(answer.body, answer.headers) }
    case 'timeout':
      return { answer: 'timeout', seconds: answer.seconds }
    case 'too-large':
      return { answer: 'failed', reason: `The answer is larger than ${answer.maxBytes} bytes` }
    default:
      return { answer: answer.kind, reason: answer.reason }
  }
}
