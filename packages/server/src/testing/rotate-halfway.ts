import { openSqlite } from '@colloquy/storage'
import { vaultKey } from '../vault/cipher.js'
import { rotate } from '../vault/rotate.js'

/** Rotates keys, reports two completed batches, and then waits to be killed. */
const [folder, previous, current] = process.argv.slice(2) as [string, string, string]
const storage = await openSqlite({ folder })
let batches = 0
await rotate(
  storage.credentials,
  { current: vaultKey(current), previous: [vaultKey(previous)] },
  {
    batchSize: 10,
    async onBatch() {
      batches += 1
      if (batches < 2) return
      process.stdout.write('halfway\n')
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    },
  },
)
