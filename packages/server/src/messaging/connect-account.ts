import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import { isVerifiable, variantOf } from '@colloquy/channels'
import type { CredentialsData, CredentialsType } from '@colloquy/flow'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactKey } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { accountOf, channelOfAccount } from './account-of.js'

type Credentials = Pick<ContactKey, 'workspaceId' | 'credentialsId'>

/** Outcome of a connection, in words for the person who asked for it. */
export interface Connected {
  status: 'success' | 'failure'
  message: string
}

/** Lets the provider of an account send its messages to the webhook. Makes the secret that verifies them, if there is none. */
export async function connectAccount(
  service: Needs<'config' | 'storage' | 'channels' | 'vault' | 'ports' | 'now'>,
  credentials: Credentials,
  url: string,
): Promise<Connected> {
  const before = await accountOf(service, credentials)
  if (!before) throw new ApiError('credentials_not_found')
  const { label, connect } = before.channel
  if (!connect) return { status: 'failure', message: `${label} is connected at its provider. Follow the steps.` }
  const account = isVerifiable(before.channel, before.data) ? before : await withSecret(service, credentials, before)
  const secret = account.data[variantOf(account.channel, account.data)?.signedWith ?? ''] ?? ''
  const outcome = await service.ports.messaging.connect(account, { url, secret })
  return outcome.kind === 'sent'
    ? { status: 'success', message: `${label} sends messages here.` }
    : { status: 'failure', message: outcome.reason }
}

/** Stores a new secret, and returns the account with it. */
async function withSecret(
  service: Needs<'config' | 'storage' | 'channels' | 'vault' | 'now'>,
  credentials: Credentials,
  account: ChannelAccount,
): Promise<ChannelAccount> {
  const row = (await channelOfAccount(service, credentials))?.row
  const opened = row && service.vault.openRow(row)
  const name = variantOf(account.channel, account.data)?.signedWith
  if (!row || !opened || !name) throw new ApiError('credentials_not_found')
  const { workspaceId, id } = row
  const made = { [name]: randomBytes(32).toString('base64url') }
  const next = { ...opened.data, ...made } as CredentialsData
  const sealed = service.vault.seal({ workspaceId, id, type: row.type as CredentialsType }, next, opened.allowedHosts)
  const change = { name: row.name, ...sealed }
  if ((await service.storage.credentials.update(workspaceId, id, change, service.now())) !== 'updated')
    throw new ApiError('credentials_not_found')
  return { ...account, data: { ...account.data, ...made } }
}
