import { get } from '../calls.js'
import { type Credentials, defineCredentials } from '../define.js'

interface KeyOptions {
  /** Where an author finds the key. */
  readonly help: string
  readonly address: string
  /** Whether the credentials may name another address: for a gateway, or a model of one's own. */
  readonly hasBaseUrl?: boolean
  /** The environment variable for another address, where credentials name none. */
  readonly addressSetting?: string
  /** The path of a request that only a valid key is answered; default: the list of models. */
  readonly testPath?: readonly string[]
  readonly alsoAs?: string
}

/** Credentials that are a key, sent as a bearer token. With an address of one's own the key may be empty. */
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
          help: 'For a gateway or models of your own that speak the same protocol; the key may then be empty.',
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
