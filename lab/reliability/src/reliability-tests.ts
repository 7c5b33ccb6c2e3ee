import type { DatabaseKind, ReliabilityTest } from './reliability-test.js'
import { runSuite } from './run-suite.js'
import { backUpUnderLoad } from './tests/backups.js'
import { jumpClock } from './tests/clock-jumps.js'
import { restartDatabase } from './tests/database-restarts.js'
import { failDisk } from './tests/failing-disk.js'
import { fillDisk } from './tests/full-disk.js'
import { fuzz } from './tests/fuzz.js'
import { storeHostileSettings } from './tests/hostile-settings.js'
import { runKills } from './tests/kill-run.js'
import { killMigrations } from './tests/killed-migrations.js'
import { loseReplies } from './tests/lose-replies.js'
import { sendManyAtOnce } from './tests/many-at-once.js'
import { raceOwners } from './tests/owner-races.js'
import { cutPower } from './tests/power-cut.js'
import { changeReleases } from './tests/release-changes.js'
import { startLarge } from './tests/restart-time.js'
import { restartInTurn } from './tests/rolling-restart.js'
import { beRude } from './tests/rude-clients.js'
import { besiege } from './tests/siege.js'
import { soak } from './tests/soak.js'
import { stopUnderLoad } from './tests/stop-under-load.js'
import { killStreams } from './tests/streamed-kills.js'
import { holdStreams } from './tests/streams.js'
import { shareDatabase } from './tests/two-instances.js'

const both: readonly DatabaseKind[] = ['sqlite', 'postgres']

/** The tests of `npm run trust`, in the order of docs/trust.md. */
export const reliabilityTests: readonly ReliabilityTest[] = [
  {
    id: 'R1',
    promise: 'Answered turns survive kill -9 under load, byte by byte, and no session gets stuck',
    unit: 'kills',
    isByChance: true,
    databases: both,
    tries: { usual: 20, min: 5 },
    run: runKills,
  },
  {
    id: 'R2',
    promise: 'Answered turns survive a power cut, and no turn is torn',
    unit: 'states of the disk',
    isByChance: true,
    databases: ['sqlite'],
    tries: { usual: 2_000, max: 50_000 },
    needs: ['strace'],
    run: cutPower,
  },
  {
    id: 'R3',
    promise: 'Concurrent replies to one session are processed one after another, each exactly once',
    unit: 'replies sent at once',
    isByChance: true,
    databases: both,
    tries: { usual: 2_000 },
    run: sendManyAtOnce,
  },
  {
    id: 'R4',
    promise: 'A request repeated with the same key returns the same bytes and changes nothing',
    unit: 'turns',
    isByChance: true,
    databases: both,
    tries: { usual: 400 },
    run: loseReplies,
  },
  {
    id: 'R5',
    promise: 'After a kill, startup on a large database takes at most two seconds longer than on an empty one',
    unit: 'kills',
    isByChance: true,
    databases: both,
    tries: { usual: 3 },
    run: startLarge,
  },
  {
    id: 'R6',
    promise:
      'A database that restarts, crashes, hangs or runs out of connections only delays visitors, and the service recovers without a restart',
    unit: 'disturbances',
    isByChance: true,
    databases: ['postgres'],
    tries: { usual: 6 },
    run: restartDatabase,
  },
  {
    id: 'R7a',
    promise: 'On a full disk, every answered turn is stored, reads work, and writes resume once there is space',
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
      'After a disk error, no answered turn is lost, and the process does not continue with a database that it cannot trust',
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
      'Two instances on one database process every reply once and in order, even when one is killed, and run each job once',
    unit: 'replies sent at once',
    isByChance: true,
    databases: ['postgres'],
    tries: { usual: 1_000 },
    run: shareDatabase,
  },
  {
    id: 'R9',
    promise: 'Clock jumps lose no turn and change no order',
    unit: 'jumps',
    isByChance: true,
    databases: both,
    tries: { usual: 18 },
    needs: ['faketime'],
    run: jumpClock,
  },
  {
    id: 'R10',
    promise: 'Slow, abusive and broken clients do not block others, and leave no connection open',
    unit: 'rude clients',
    isByChance: true,
    databases: ['sqlite'],
    tries: { usual: 500 },
    run: beRude,
  },
  {
    id: 'R11',
    promise:
      'With thousands of open streams, other requests are answered, each stream receives its own events, and nothing leaks',
    unit: 'streams',
    isByChance: false,
    databases: both,
    tries: { usual: 1_000, max: 10_000 },
    run: holdStreams,
  },
  {
    id: 'R12',
    promise:
      'Hostile request bodies (too large, too deep, slow or malformed) are rejected as documented and affect nobody else',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    run: runSuite(
      'packages/server/src/http/bodies.test.ts',
      'packages/server/src/http/request-limits.test.ts',
      'packages/server/src/files/broken-uploads.test.ts',
    ),
  },
  {
    id: 'R13',
    promise: 'Every flow that can be stored ends within its budgets, with the same result on each replay',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    run: runSuite('packages/blocks/src/properties.test.ts', 'packages/flow/src/lint/lint-random.test.ts'),
  },
  {
    id: 'R14',
    promise: 'Memory does not grow under sustained load',
    unit: 'turns',
    isByChance: false,
    databases: both,
    tries: { usual: 20_000, min: 12_000 },
    run: soak,
  },
  {
    id: 'R15',
    promise: 'A database of any released schema is upgraded with all its rows, on SQLite after a copy',
    unit: 'cases',
    isByChance: false,
    databases: both,
    tries: { usual: 1 },
    run: runSuite('packages/storage/src/sqlite/released-schemas', 'packages/storage/src/postgres/released-schemas'),
  },
  {
    id: 'R15b',
    promise: 'A killed migration is applied completely or not at all, and the next start finishes it',
    unit: 'kills',
    isByChance: true,
    databases: both,
    tries: { usual: 8 },
    run: killMigrations,
  },
  {
    id: 'R16',
    promise: 'Graceful shutdown drops no accepted request, stores no unanswered turn, and ends within 10 s',
    unit: 'stops',
    isByChance: true,
    databases: both,
    tries: { usual: 5 },
    run: stopUnderLoad,
  },
  {
    id: 'R16b',
    promise: 'A rolling restart of two instances behind a proxy is invisible to visitors',
    unit: 'restarts',
    isByChance: true,
    databases: ['postgres'],
    tries: { usual: 4 },
    run: restartInTurn,
  },
  {
    id: 'R17',
    promise:
      'When an outgoing call of a flow fails in any way, the flow continues in time, and its log contains no secret',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    run: runSuite('packages/ports/src/egress/faults.test.ts'),
  },
  {
    id: 'R18',
    promise:
      'A backup taken under load restores to one point in time, with everything answered before it began and no partial turn',
    unit: 'backups',
    isByChance: true,
    databases: both,
    tries: { usual: 5 },
    run: backUpUnderLoad,
  },
  {
    id: 'R19',
    promise: 'No generated request makes the service fail, and every response matches the API description',
    unit: 'requests',
    isByChance: true,
    databases: both,
    tries: { usual: 3_000, min: 300 },
    run: fuzz,
  },
  {
    id: 'R20',
    promise: 'Reloading the page, losing the network and opening two tabs lose and repeat nothing',
    unit: 'cases',
    isByChance: false,
    databases: ['sqlite'],
    tries: { usual: 1 },
    needs: ['chromium'],
    run: runSuite('packages/widget/src/conversation/reliability.journey.test.ts'),
  },
  {
    id: 'R21',
    promise: 'No text that an author stores, in credentials, settings or blocks, makes the service fail or end',
    unit: 'settings',
    isByChance: true,
    databases: both,
    tries: { usual: 2_000, min: 300 },
    run: storeHostileSettings,
  },
  {
    id: 'R22',
    promise: 'No visitor and no author can take the service down for others',
    unit: 'seconds under siege',
    isByChance: false,
    databases: ['sqlite', 'postgres'],
    tries: { usual: 120, min: 60 },
    run: besiege,
  },
  {
    id: 'R23',
    promise:
      'Publishing, promoting, rolling back and moving running chats fail no visitor, and lose and repeat no turn',
    unit: 'changes',
    isByChance: true,
    databases: both,
    tries: { usual: 200 },
    run: changeReleases,
  },
  {
    id: 'R24',
    promise:
      'Streamed texts reach their visitors whole, and are stored and billed once, although the service is killed and models die, hang and break off',
    unit: 'streamed turns',
    isByChance: true,
    databases: both,
    tries: { usual: 10_000, min: 100 },
    run: killStreams,
  },
  {
    id: 'R25',
    promise:
      'While somebody else speaks in a conversation, nothing of the bot begins or reaches the visitor, and no turn is stored',
    unit: 'races',
    isByChance: true,
    databases: both,
    tries: { usual: 1_000, min: 100 },
    run: raceOwners,
  },
]
