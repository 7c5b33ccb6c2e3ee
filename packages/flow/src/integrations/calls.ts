/** JSON, as a request carries it. Properties that are undefined are left out. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** A file to send along: one of the conversation, or what an address leads to. */
export interface FileUpload {
  /** Name of its field in the form. */
  readonly field: string
  readonly url: string
  /** Its name without the extension, which follows from the content type, else from the address, else is `otherwise`. */
  readonly name: string
  readonly extensions: Readonly<Record<string, string>>
  readonly otherwise: string
}

/** An email to send along, as RFC 5322 text in base64url. */
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

/** One HTTP request to a service. The address of the service and its secrets are added where the call is performed. */
export interface HttpCallOfService {
  readonly kind: 'http'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Segments of the path behind the base address; they are encoded, and an empty one or a dot ends the call. */
  readonly path: readonly string[]
  /** Added to the path behind a colon, as the name of a method. */
  readonly verb?: string
  /** The address ends with a slash. */
  readonly endsWithSlash?: true
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: Json
  readonly form?: Readonly<Record<string, string>>
  /** A file sent with `form`, as `multipart/form-data`. */
  readonly upload?: FileUpload
  /** An email sent in `json`. */
  readonly mail?: MailUpload
  /** A POST or PATCH that is made once more after a 429, which says that nothing was done. Other methods always are. */
  readonly isRepeatedWhenBusy?: true
  /** An answer of so many seconds ago is as good as a new one. */
  readonly freshSeconds?: number
  /** For the whole call; default: 20. */
  readonly seconds?: number
  /** The field of the credentials that holds the key, where it is not the one that `auth` names. */
  readonly key?: string
  /** A base address that the block gives; it is refused unless it leads to a host of the credentials. */
  readonly baseUrl?: string
}

/** A token signed with the credentials, for a script in the visitor's page. */
export interface SignCall {
  readonly kind: 'sign'
  readonly claims: { readonly [claim: string]: Json | undefined }
  /** How long the token is valid. */
  readonly seconds: number
}

/** A picture that the service draws itself. */
export interface DrawCall {
  readonly kind: 'draw'
  readonly picture: 'qr code'
  readonly text: string
}

/** The headers of what is at an address, which no secret goes to. */
export interface LookCall {
  readonly kind: 'look'
  readonly url: string
}

/** What the headers of a file tell. */
export interface FoundFile {
  readonly name?: string
  readonly type?: string
  /** In bytes. */
  readonly size?: number
}

export type ServiceCall = HttpCallOfService | SignCall | DrawCall | LookCall

/** What a block asks of a service: plain data without any secret. */
export interface ServiceRequest {
  /** The type of the integration. */
  readonly service: string
  readonly credentialsId?: string
  readonly call: ServiceCall
  /** The body of a successful answer is stored as a file of the conversation, and its address comes back. */
  readonly file?: { readonly name: string; readonly type: string }
}

/** What came of it. Texts never hold a secret of the credentials. A `reason` is for the author. */
export type ServiceOutcome =
  | { answer: 'response'; status: number; text: string; requestId?: string }
  | { answer: 'file'; url: string }
  | { answer: 'signed'; token: string }
  | { answer: 'found'; file: FoundFile }
  | { answer: 'refused' | 'failed'; reason: string }
  | { answer: 'timeout'; seconds: number }
  /** It has a guarantee, and is made after the turn. */
  | { answer: 'queued' }

type More = Omit<HttpCallOfService, 'kind' | 'method' | 'path'>
const http =
  (method: HttpCallOfService['method']) =>
  (path: readonly string[], more: More = {}): HttpCallOfService => ({ kind: 'http', method, path, ...more })

export const get = http('GET')
export const post = http('POST')
export const patch = http('PATCH')
export const sign = (claims: SignCall['claims'], seconds: number): SignCall => ({ kind: 'sign', claims, seconds })
export const drawQrCode = (text: string): DrawCall => ({ kind: 'draw', picture: 'qr code', text })
