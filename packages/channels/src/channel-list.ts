import type { AccountVariant, ChannelDefinition } from './define.js'

/** The channel whose accounts have credentials of this type. */
export const channelOfCredentials = (
  channels: readonly ChannelDefinition[],
  credentialsType: string,
): ChannelDefinition | undefined => channels.find((channel) => accountTypeOf(channel) === credentialsType)

export const accountTypeOf = ({ type, credentialsType = type }: ChannelDefinition): string => credentialsType

/** The variant that an account is of. */
export function variantOf(
  { accounts }: Pick<ChannelDefinition, 'accounts'>,
  { provider }: { readonly provider?: string | undefined },
): AccountVariant | undefined {
  return provider === undefined
    ? (accounts.find(({ isDefault }) => isDefault) ?? accounts[0])
    : accounts.find((variant) => variant.provider === provider)
}

/** True if the credentials have what verifies webhook calls. */
export function isVerifiable(channel: ChannelDefinition, data: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(data[variantOf(channel, data)?.signedWith ?? ''])
}

/** Base addresses of a channel: those that the operator set, by the names of their settings, else the default ones. */
export function addressesOf(
  { addresses }: Pick<ChannelDefinition, 'addresses'>,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const named = Object.entries(addresses).map(([name, { setting, default: usual }]) => [
    name,
    settings[setting] ?? usual,
  ])
  return Object.fromEntries(named)
}
