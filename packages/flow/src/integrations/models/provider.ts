import { get } from '../calls.js'
import { type Credentials, defineCredentials } from '../define.js'

interface KeyOptions {
  /** Explains where to find the key. */
  readonly help: string
  readonly address: string
  /** Allows another address in the credentials: of a gateway, or of a self-hosted model. */
  readonly hasBaseUrl?: boolean
  /** The environment variable for another address, if credentials name none. */
  readonly addressSetting?: string
  /** The path of a request that succeeds only with a valid key; default: the list of models. */
  readonly testPath?: readonly string[]
  readonly alsoAs?: string
}

/** Credentials that consist of a key, sent as a bearer token. With a custom address the key may be empty. */
export const bearerKey = ({
  help,
  address,
  hasBaseUrl,
  addressSetting,
  testPath = ['models'],
  alsoAs,
}: KeyOptions): Credentials =>
  defineCredentials({
    fields: {
      apiKey: { kind: 'secret', label: 'API key', help, ...(!hasBaseUrl && { isRequired: true }) },
      ...(hasBaseUrl && {
        baseUrl: {
          kind: 'address',
          label: 'Base address',
          help: 'For a gateway or your own models that speak the same protocol; the key may then be empty.',
          placeholder: address,
        },
      }),
    },
    address,
    ...(hasBaseUrl && { addressField: 'baseUrl' }),
    ...(addressSetting && { addressSetting }),
    auth: { kind: 'header', name: 'Authorization', prefix: 'Bearer ', field: 'apiKey', ...(alsoAs && { alsoAs }) },
    test: [get(testPath)],
  })
