import { runKills } from '../process/kill-run.js'
import { loseReplies } from '../process/lose-replies.js'
import { sendManyAtOnce } from '../process/many-at-once.js'
import { stopUnderLoad } from '../process/stop-under-load.js'
import { backUpUnderLoad } from './backups.js'
import { jumpClock } from './clock-jumps.js'
import { restartDatabase } from './database-restarts.js'
import { failDisk } from './failing-disk.js'
import { fillDisk } from './full-disk.js'
import { fuzz } from './fuzz.js'
import { killMigrations } from './killed-migrations.js'
import { cutPower } from './power-cut.js'
import { startLarge } from './restart-time.js'
import { restartInTurn } from './rolling-restart.js'
import { beRude } from './rude-clients.js'
import { runSuite } from './run-suite.js'
import { soak } from './soak.js'
import { holdStreams } from './streams.js'
import type { DatabaseKind, Trial } from './trial.js'
import { shareDatabase } from './two-instances.js'

const both: readonly DatabaseKind[] = ['sqlite', 'postgres']

/** Every trial of `npm run trust`, in the order of the page docs/trust.md. */
export const trials: readonly Trial[] = [
  {
    id: 'R1',
    promise: 'What was answered survives kill -9 under load, byte by byte, and no session is stuck',
    unit: 'kills',
    isByChance: true,
    databases: both,
    tries: { usual: 20, least: 5 },
    run: runKills,
  },
  {
    id: 'R2',
    promise: 'What was answered survives a power cut, and no turn is torn',
    unit: 'states of the disk',
    isByChance: true,
    databases: ['sqlite'],
    tries: { usual: 2_000, most: 50_000 },
    needs: ['strace'],
    run: cutPower,
  },
  {
    id: 'R3',
    promise: 'Replies sent to one session at once are all taken, one after another, each once',
    unit: 'replies sent at once',
    isByChance: true,
    databases: both,
    tries: { usual: 2_000 },
    run: sendManyAtOnce,
  },
  {
    id: 'R4',
    promise: 'A repeated request with the same key gets the same bytes and does nothing twice',
    unit: 'turns',
    isByChance: true,
    databases: both,
    tries: { usual: 400 },
    run: loseReplies,
  },
  {
    id: 'R5',
    promise: 'After a kill the service is ready as fast on a large database as on an empty one, but for two seconds',
    unit: 'kills',
    isByChance: true,
    databases: both,
    tries: { usual: 3 },
    run: startLarge,
  },
  {
    id: 'R6',
    promise:
      'A database that restarts, dies, stands still or is crowded costs visitors nothing but waiting, and nobody has to restart the service',
    unit: 'disturbances',
    isByChance: true,
    databases: ['postgres'],
    tries: { usual: 6 },
    run: restartDatabase,
  },
  {
    id: 'R7a',
    promise:
      'On a full disk nothing is answered that is not kept, reading works, and writing does again once there is room',
    unit: 'times full',
    isByChance: true,
    databases: ['sqlite'],
    tries: { usual: 40 },
    needs: ['root'],
    run: fillDisk,
  },
  {
    id: 'R7b',
    promise:
      'After an error of the disk nothing that was answered is lost, and the process does not go on as if nothing had been',
    unit: 'failed calls',
    isByChance: true,
    databases: ['sqlite'],
    tries: { usual: 6 },
    needs: ['strace'],
    run: failDisk,
  },
  {
    id: 'R8',
    promise:
      'Two instances on one database take every reply once and in order, also when one is killed, and do a job once',
    unit: 'replies sent at once',
    isByChance: true,
    databases: ['postgres'],
    tries: { usual: 1_000 },
    run: shareDatabase,
  },
  {
    id: 'R9',
    promise: 'A clock that jumps loses no turn and changes no order',
    unit: 'jumps',
    isByChance: true,
    databases: both,
    tries: { usual: 18 },
    needs: ['faketime'],
    run: jumpClock,
  },
  {
    id: 'R10',
    promise: 'Slow, rude and broken clients keep nobody from being answered, and leave nothing open',
    unit: 'rude clients',
    isByChance: true,
    databases: ['sqlite'],
    tries: { usual: 500 },
    run: beRude,
  },
  {
    id: 'R11',
    promise:
      'Thousands may listen at once: others are answered, each hears what is meant for it, and nothing stays behind',
    unit: 'streams',
    isByChance: false,
    databases: both,
    tries: { usual: 1_000, most: 10_000 },
    run: holdStreams,
  },
  {
    id: 'R12',
    promise: 'A hostile body, however large, deep, slow or broken, is refused as described, and harms nobody',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    run: runSuite(
      'packages/server/src/bodies.test.ts',
      'packages/server/src/limits.test.ts',
      'packages/server/src/files/broken-uploads.test.ts',
    ),
  },
  {
    id: 'R13',
    promise: 'Any flow that can be stored runs to an end within its budgets, the same way each time it is replayed',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    run: runSuite('packages/blocks/src/properties.test.ts', 'packages/flow/src/lint/lint-random.test.ts'),
  },
  {
    id: 'R14',
    promise: 'Memory does not climb under a load that goes on',
    unit: 'turns',
    isByChance: false,
    databases: both,
    tries: { usual: 20_000, least: 12_000 },
    run: soak,
  },
  {
    id: 'R15',
    promise:
      'A database of any released schema is brought up to date with all its rows, and on SQLite is copied before',
    unit: 'cases',
    isByChance: false,
    databases: both,
    tries: { usual: 1 },
    run: runSuite('packages/storage/src/sqlite/released-schemas', 'packages/storage/src/postgres/released-schemas'),
  },
  {
    id: 'R15b',
    promise: 'A migration that is killed has happened or has not, and the next start finishes it',
    unit: 'kills',
    isByChance: true,
    databases: both,
    tries: { usual: 8 },
    run: killMigrations,
  },
  {
    id: 'R16',
    promise: 'SIGTERM fails no accepted request, takes none without an answer, and ends within 10 s',
    unit: 'stops',
    isByChance: true,
    databases: both,
    tries: { usual: 5 },
    run: stopUnderLoad,
  },
  {
    id: 'R16b',
    promise: 'Two instances behind a proxy are restarted one after the other without a visitor noticing',
    unit: 'restarts',
    isByChance: true,
    databases: ['postgres'],
    tries: { usual: 4 },
    run: restartInTurn,
  },
  {
    id: 'R17',
    promise: 'When what a flow calls is broken in any way, the flow goes on, in time and without a secret in its log',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    run: runSuite('packages/server/src/ports/egress/faults.test.ts'),
  },
  {
    id: 'R18',
    promise:
      'A backup made under load restores to one moment of the history: all that was answered before it began, and no part of a turn',
    unit: 'backups',
    isByChance: true,
    databases: both,
    tries: { usual: 5 },
    run: backUpUnderLoad,
  },
  {
    id: 'R19',
    promise: 'No request, however made, makes the service fail, and every answer is as its description says',
    unit: 'requests',
    isByChance: true,
    databases: both,
    tries: { usual: 3_000, least: 300 },
    run: fuzz,
  },
  {
    id: 'R20',
    promise: 'A visitor whose page is reloaded, whose network fails or who has two tabs open loses and repeats nothing',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    needs: ['chromium'],
    run: runSuite('packages/widget/src/conversation/reliability.test.ts'),
  },
]
