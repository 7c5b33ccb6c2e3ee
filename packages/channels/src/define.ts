import type { ChannelPort, Header, MediaOutcome, SecretInPath, SendOutcome } from './calls.js'
import type { Capabilities } from './capabilities.js'
import type { ChannelEvent, MessageAuthor, OutgoingMessage } from './messages.js'
import type { Picture } from './picture.js'

/** A field of the form in which somebody enters the credentials of an account. */
export interface CredentialsField {
  /** A `secret` is never shown again. */
  readonly kind: 'secret' | 'text'
  readonly label: string
  /** Explains where to find the value. */
  readonly help?: string
  readonly placeholder?: string
  readonly isRequired?: boolean
  /** Set by the service, and left out of the form. */
  readonly isGenerated?: true
}

/** One way to connect an account, such as one of several providers. */
export interface AccountVariant {
  /** Shown in the form if there are several. */
  readonly label: string
  /** The value of `provider` in the data of credentials, which identifies the variant. */
  readonly provider?: string
  /** Credentials without a provider are of this variant. */
  readonly isDefault?: true
  /** The secret by whose end people recognize the credentials comes first among the secrets. */
  readonly fields: Readonly<Record<string, CredentialsField>>
  /** The field with which webhook calls are verified: without a value, none is accepted. */
  readonly signedWith: string
  /** The address, among those of the definition, that calls go to. */
  readonly address: string
  /** Steps at the provider that make messages arrive here. */
  readonly setup: readonly SetupStep[]
}

export interface SetupStep {
  readonly text: string
  /** A value that the step asks to enter at the provider. */
  readonly copy?: 'webhook URL' | 'verify token' | 'secret header'
}

/** Base address of a provider. */
export interface ProviderAddress {
  readonly default: string
  /** The environment variable with which an operator sets another one. */
  readonly setting: string
}

/** Values of credentials by their fields. */
export type AccountData = Readonly<Record<string, string | undefined>>

/** An account of a channel, opened for one use. */
export interface Account<Data = AccountData> {
  readonly data: Data
  /** Base addresses by their names in the definition. */
  readonly addresses: Readonly<Record<string, string>>
}

/** Functions of cryptography, which a pure package does not have. */
export interface Cryptography {
  /** In lower-case hex. */
  hmac(algorithm: 'sha1' | 'sha256', secret: string, content: Uint8Array): string
  /** Takes the same time wherever the texts differ. */
  isEqual(given: string, expected: string): boolean
}

/** A webhook call as it came. Names of headers are in lower case. */
export interface WebhookCall {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Uint8Array
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

/** The visible fields of an account. */
export interface AccountSummary {
  readonly provider: string
  /** The provider's id of the account, if credentials name it. */
  readonly accountId: string | null
  /** The header in which the provider has to send the shared secret; null where it signs. */
  readonly secretHeader: string | null
}

/** A GET request by which a provider verifies the address of a webhook. */
export type Challenge =
  /** The token shows who asks, and the answer is sent as it is. */
  { readonly token: string; readonly answer: string } | Unreadable

/** Why a request is not one of the provider, and the part of it that is wrong. */
export interface Unreadable {
  readonly path: string
  readonly problem: string
}

/** A request that succeeds only with valid credentials, and changes and costs nothing. */
export interface Probe {
  readonly url: string
  /** Header with the secret. */
  readonly header?: Header
  readonly secretInPath?: SecretInPath
}

/** An environment variable of the operator. */
export interface OperatorSetting {
  /** Every value matches it. */
  readonly pattern: RegExp
  /** Describes a valid value in errors. */
  readonly expected: string
  readonly default?: string
  readonly isSecret?: true
}

/** The operator's own account, from which drafts are shown to authors. */
export interface Preview<Data, Name extends string = string> {
  /** Set all of them or none. */
  readonly required: Readonly<Record<Name, OperatorSetting>>
  readonly optional: Readonly<Record<Name, OperatorSetting>>
  open(values: Readonly<Partial<Record<string, string>>>): PreviewAccount<Data>
}

export interface PreviewAccount<Data = AccountData> {
  readonly data: Data
  /** The address that people write to, as they see it; undefined if the operator did not set it. */
  readonly shownAddress: string | undefined
  /** Token that the provider sends to verify the webhook. */
  readonly verifyToken: string
  /** Opens a conversation with somebody who has not written within the reply window. */
  readonly opening: object
}

/** A message that was read: the provider's id of it, and the number or the id of its sender, as `render` gets it. */
export interface ConfirmedMessage {
  readonly id: string
  readonly sender: string
}

interface Calls<Data> {
  /** Sends what `render` wrote. An interrupted call may have been performed: repeating it may show a message twice. */
  send(account: Account<Data>, payload: object, port: ChannelPort): Promise<SendOutcome>
  /** Writes first to somebody, with the `opening` of a preview. */
  open?(account: Account<Data>, to: string, opening: object, port: ChannelPort): Promise<SendOutcome>
  /** Lets the provider send messages to the address of the webhook, with the secret that `verify` expects. May be repeated. */
  connect?(
    account: Account<Data>,
    webhook: { readonly url: string; readonly secret: string },
    port: ChannelPort,
  ): Promise<SendOutcome>
  /** Shows that a message was read and is being answered. Its outcome does not matter. */
  confirm?(account: Account<Data>, message: ConfirmedMessage, port: ChannelPort): Promise<void>
  /** Downloads a file that a contact sent. */
  download(account: Account<Data>, mediaId: string, maxBytes: number, port: ChannelPort): Promise<MediaOutcome>
}

/**
 * Everything about a channel. All of it is data and pure functions, apart from calls, which a port performs. Forms, credentials, webhooks,
 * answers, limitations, settings and docs derive from it.
 */
export interface ChannelDefinition<Type extends string = string, Data = AccountData> extends Calls<Data> {
  readonly type: Type
  /** The type of its credentials, if it is not that of the channel. */
  readonly credentialsType?: string
  readonly label: string
  /** The path of an SVG image of 24 by 24. */
  readonly icon: string
  /** One sentence below the heading of its page. */
  readonly description: string
  /** Kind of identifier under which contacts have the ids that the app gives to people; by default the type. */
  readonly userIdKind?: string
  readonly accounts: readonly AccountVariant[]
  readonly addresses: Readonly<Record<string, ProviderAddress>>
  readonly capabilities: Capabilities
  /** Fields of the account that people see. */
  summarize(data: Data): AccountSummary
  /** True if a webhook call comes from the provider. Credentials without a secret verify nothing. */
  verify(call: WebhookCall, data: Data, cryptography: Cryptography): boolean
  /** Reads the query of a GET request to the webhook; absent if the provider makes none. */
  challenge?(query: Readonly<Record<string, string>>): Challenge
  /** Reads the body of a webhook call. Skips what is for other accounts. */
  read(payload: unknown, data: Data): readonly ChannelEvent[] | Unreadable
  /** Returns the fields of the response to a webhook call, by which a provider is asked to do something, once its messages are stored. */
  acknowledge?(payload: unknown): object | undefined
  /** The part of a webhook call that other systems may receive by the kinds of events that an author chose. */
  forward?(payload: unknown, kinds: ReadonlySet<string>): unknown
  /** Writes a message within the capabilities as the body of a call; `to` is the number or the id of a contact. */
  render(message: OutgoingMessage, to: string, author?: MessageAuthor): object
  /** Reads a message that `render` wrote as the app shows it. */
  show(payload: object): Picture
  probe?(account: Account<Data>): Probe | undefined
  readonly preview?: Preview<Data>
}

/** The data of credentials by the fields of their variants. */
export type DataOf<V extends readonly AccountVariant[]> = { [K in keyof V]: DataOfVariant<V[K]> }[number]

type RequiredNames<F> = { [K in keyof F]: F[K] extends { readonly isRequired: true } ? K : never }[keyof F]

type DataOfVariant<V> = V extends { readonly fields: infer F }
  ? Readonly<
      Record<RequiredNames<F>, string> &
        Partial<Record<Exclude<keyof F, RequiredNames<F>>, string>> &
        (V extends { readonly provider: infer P }
          ? V extends { readonly isDefault: true }
            ? { provider?: P }
            : { provider: P }
          : unknown)
    >
  : never

/** A definition with the types that are known at compile time. */
export interface DefinedChannel<Type extends string, CredentialsType extends string, Data>
  extends ChannelDefinition<Type> {
  readonly credentialsType: CredentialsType
  /** Exists only as a type: the data of its credentials. */
  readonly stored?: Data
}

/** Defines a channel: one folder, and one line in `list.ts`. */
export function defineChannel<
  const Type extends string,
  const V extends readonly AccountVariant[],
  const CredentialsType extends string = Type,
>(
  definition: Omit<ChannelDefinition<Type, DataOf<V>>, 'accounts' | 'credentialsType'> & {
    readonly accounts: V
    readonly credentialsType?: CredentialsType
  },
): DefinedChannel<Type, CredentialsType, DataOf<V>>
export function defineChannel(definition: ChannelDefinition): ChannelDefinition {
  return { ...definition, credentialsType: definition.credentialsType ?? definition.type }
}
