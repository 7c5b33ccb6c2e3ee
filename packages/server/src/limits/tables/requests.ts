import { type Limit, ratePerMinute } from '../limit.js'

/** Limits of requests and of the rates of one client. */
export const requestLimits = {
  flowBytes: {
    section: 'Requests',
    value: 10_000_000,
    unit: 'bytes',
    about: 'Body of a request that carries a flow, or a file of contacts',
    error: 'body_too_large',
  },
  chatBytes: {
    section: 'Requests',
    value: 1_000_000,
    unit: 'bytes',
    about: 'Body of any other request',
    error: 'body_too_large',
  },
  depth: { section: 'Requests', value: 64, unit: 'count', about: 'Nesting of a JSON body', error: 'too_deep' },
  headerSeconds: {
    section: 'Requests',
    value: 10,
    unit: 's',
    about: 'Time for the headers of a request to arrive; then the connection is closed',
  },
  bodySeconds: {
    section: 'Requests',
    value: 15,
    unit: 's',
    about: 'Time for a JSON body to arrive; then the connection is closed',
  },
  largeBodyBytes: {
    section: 'Requests',
    value: 131_072,
    unit: 'bytes',
    about: 'From this size on a body counts as large',
  },
  largeBodies: {
    section: 'Requests',
    value: 32,
    unit: 'count',
    about: 'Requests with large bodies in progress at once',
    error: 'server_busy',
  },
  userRequests: {
    section: 'Requests',
    value: 16,
    unit: 'count',
    about:
      'Requests of one user, of all tokens and login sessions, in progress at once until their response is read; streams are not counted. Up to 20 times as many wait, further ones are rejected',
    error: 'too_many_requests',
  },
  userRequestSeconds: {
    section: 'Requests',
    value: 10,
    unit: 's',
    about: 'How long such a request waits',
    error: 'too_many_requests',
  },
  startsPerMinute: ratePerMinute('Starts of chats'),
  startsPerMinuteOfToken: ratePerMinute(
    'Starts of chats with a valid token, of all networks, by the owner of the token',
    600,
  ),
  repliesPerMinute: ratePerMinute('Replies and client logs', 600),
  repliesPerMinuteOfToken: ratePerMinute(
    'Replies with a valid token, of all networks, by the owner of the token',
    6000,
  ),
  pagesPerMinute: ratePerMinute('Views of hosted pages and of the API reference', 300),
  uploadsPerMinute: ratePerMinute('Addresses to upload to'),
  signInsPerMinute: ratePerMinute(
    'Attempts to sign in, to use an invitation, to change a password or to delete an account',
    20,
  ),
  invitationsPerMinute: ratePerMinute('Invitations and test emails', 10),
  passwordLinksPerMinute: ratePerMinute('Requests for a link to set a new password', 5),
  phonePreviewsPerMinute: ratePerMinute('Previews on phones', 5),
  failedTokensPerMinute: ratePerMinute(
    'Requests with an unknown bearer token; requests with a valid one are not affected',
    30,
  ),
  failedSessionsPerMinute: ratePerMinute(
    'Requests for an unknown session or file; beyond, the network gets no files and cannot upload or wait for webhooks, while its chats continue',
    60,
  ),
  wrongPasswords: {
    section: 'Rates per client',
    value: 5,
    unit: 'count',
    about: 'Wrong passwords for one account from one network; then each further one doubles a wait, up to 15 min',
    error: 'too_many_requests',
  },
  wrongPasswordsOfAccount: {
    section: 'Rates per client',
    value: 50,
    unit: 'count',
    about:
      'Wrong passwords for one account from all networks; then each further one doubles a wait, up to 30 s, for networks where nobody is signed in to it',
    error: 'too_many_requests',
  },
} as const satisfies Record<string, Limit>
