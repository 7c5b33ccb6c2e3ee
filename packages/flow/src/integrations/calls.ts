/** JSON in a request. Properties that are undefined are omitted. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** A file to send: one of the conversation, or one at a public address. */
export interface FileUpload {
  /** Name of its field in the form. */
  readonly field: string
  readonly url: string
  /** File name without the extension, which is derived from the content type, else from the address, else is `otherwise`. */
  readonly name: string
  readonly extensions: Readonly<Record<string, string>>
  /** Extensions that no content type has, but an address may. */
  readonly addressExtensions?: readonly string[]
  readonly otherwise: string
}

/** An email to send, as RFC 5322 text in base64url. */
export interface MailUpload {
  /** Name of its field in the JSON body. */
  readonly field: string
  readonly from: { readonly name?: string; readonly address: string }
  readonly to: readonly string[]
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  /** Addresses of files: of the conversation, or public ones. */
  readonly attachments: readonly string[]
}

/** One HTTP request to a service. The service's address and secrets are added when the call is made. */
export interface HttpCallOfService {
  readonly kind: 'http'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path segments after the base address. They are encoded; an empty segment or a dot ends the call. */
  readonly path: readonly string[]
  /** Method name that is appended to the path after a colon. */
  readonly verb?: string
  /** The address ends with a slash. */
  readonly endsWithSlash?: true
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: Json
  readonly form?: Readonly<Record<string, string>>
  /** A file sent with `form`, as `multipart/form-data`. */
  readonly upload?: FileUpload
  /** An email sent in `json`. */
  readonly mail?: MailUpload
  /** A POST or PATCH that is retried once after a 429, which guarantees that nothing was done. Other methods always are. */
  readonly isRepeatedWhenBusy?: true
  /** Allows a cached response up to this many seconds old. */
  readonly freshSeconds?: number
  /** Timeout of the whole call; default: 20. */
  readonly seconds?: number
  /** The field of the credentials that holds the key, if it is not the one that `auth` names. */
  readonly key?: string
  /** A base address that the block specifies; rejected unless it leads to a host of the credentials. */
  readonly baseUrl?: string
}

/** A token signed with the credentials, for a script in the visitor's page. */
export interface SignCall {
  readonly kind: 'sign'
  readonly claims: { readonly [claim: string]: Json | undefined }
  /** Validity of the token. */
  readonly seconds: number
}

/** An image that the service generates itself. */
export interface QrCodeCall {
  readonly kind: 'draw'
  readonly picture: 'qr code'
  readonly text: string
}

/** Requests the headers of an address, without sending any secret. */
export interface LookCall {
  readonly kind: 'look'
  readonly url: string
}

/** File properties from the response headers. */
export interface FoundFile {
  readonly name?: string
  readonly type?: string
  /** In bytes. */
  readonly size?: number
}

export type ServiceCall = HttpCallOfService | SignCall | QrCodeCall | LookCall

/** A request of a block to a service: plain data without any secret. */
export interface ServiceRequest {
  /** The type of the integration. */
  readonly service: string
  readonly credentialsId?: string
  readonly call: ServiceCall
  /** Stores the body of a successful response as a file of the conversation, and returns its address. */
  readonly file?: { readonly name: string; readonly type: string }
}

/** Outcome of a service request. Texts never contain a secret of the credentials. A `reason` is for the author. */
export type ServiceOutcome =
  | { answer: 'response'; status: number; text: string; requestId?: string }
  | { answer: 'file'; url: string }
  | { answer: 'signed'; token: string }
  | { answer: 'found'; file: FoundFile }
  | { answer: 'refused' | 'failed'; reason: string }
  | { answer: 'timeout'; seconds: number }
  /** The call has guaranteed delivery and is made after the turn. */
  | { answer: 'queued' }

type More = Omit<HttpCallOfService, 'kind' | 'method' | 'path'>
const http =
  (method: HttpCallOfService['method']) =>
  (path: readonly string[], more: More = {}): HttpCallOfService => ({ kind: 'http', method, path, ...more })

export const get = http('GET')
export const post = http('POST')
export const patch = http('PATCH')
export const sign = (claims: SignCall['claims'], seconds: number): SignCall => ({ kind: 'sign', claims, seconds })
export const renderQrCode = (text: string): QrCodeCall => ({ kind: 'draw', picture: 'qr code', text })
