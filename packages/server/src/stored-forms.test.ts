import { expect, test } from 'vitest'
import { csrfToken } from './access/csrf-token.js'
import { recordsOf } from './domains/domain-records.js'
import { signedFileUrl, uploadToken } from './files/file-address.js'
import { formKey } from './hosted-page/form-key.js'
import { writeCursor } from './http/cursor.js'
import { derivedId, derivedSessionId } from './ids.js'
import { turnSeed } from './turns/turn-record.js'
import { unseal, vaultKey } from './vault/cipher.js'

const secret = 'the-secret-of-the-fixed-vectors'

/**
 * Values that a service derives from its secret, and has stored or given away: visitors, authors and databases bring them back after an
 * upgrade. If one of these forms has to change, the earlier one must still be recognized.
 */
test('values derived from the secret have the forms in which earlier versions stored them', () => {
  expect({
    id: derivedId(secret, 'text'),
    sessionId: derivedSessionId(secret, 'text'),
    formKey: formKey(secret, 'session', 3),
    cursor: writeCursor(secret, 'list', { createdAt: 1_700_000_000_000, id: 'row' }),
    csrf: csrfToken(secret, { id: 'in1', hash: 'hash' } as never),
    domain: recordsOf({ config: {}, secret } as never, { name: 'a.example', workspaceId: 'w1' }).text.value,
    file: signedFileUrl('https://a.example', 'file.png', secret, 1_700_000_000_000),
    upload: uploadToken(secret, { id: 'up1', type: 'image/png', size: 5 }, 1_700_000_000_000),
    seed: turnSeed(secret, 'session', 3),
    keyId: vaultKey(secret).id,
  }).toMatchInlineSnapshot(`
    {
      "csrf": "hNjYH1bqa5NSlIy5rNndPdVRt4KJQmr9S--ZhMyp_kY",
      "cursor": "MTcwMDAwMDAwMDAwMDpyb3c.affEnpfktXkuMsgWjHbRhOFHQZjSesdqVgu2bbbxu_A",
      "domain": "colloquy-verification=4aaa03d9d4b8291c2da505a754b36a4f",
      "file": "https://a.example/api/files/file.png?expires=1700000000000&signature=hHMP6sBCdrtGcEVRHVcVvrIHz9Jk4FHMrEHksd2Fqw8",
      "formKey": "ns2tgi7hht7ub4cen058yi2g",
      "id": "ac6atdjpzlo8zi7wcacise3i",
      "keyId": "8efa8a4ee5040562",
      "seed": 2647082020,
      "sessionId": "ac6atdjpzlo8zi7wcacise3it7e0s7",
      "upload": "up1.1700000000000.uQlHiNz1RDLmdSLdOx8Ix0bnhvqnJ6eskfO0Z5VMheg",
    }
  `)
})

test('a value that an earlier version encrypted is decrypted', () => {
  const owner = { workspaceId: 'w1', id: 'c1', type: 'openai' }
  expect(unseal(vaultKey(secret), owner, sealedEarlier)).toBe('{"apiKey":"kept"}')
})

const sealedEarlier = 'qhqBFApso2wo3jfc/0sG4PUwTTHgbzOcefQ5xdhPkpp87MAkduSHZCdTHJRd'
