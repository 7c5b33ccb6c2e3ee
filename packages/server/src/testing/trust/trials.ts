import { runKills } from '../process/kill-run.js'
import { loseReplies } from '../process/lose-replies.js'
import { stopUnderLoad } from '../process/stop-under-load.js'
import { sendTwoAtOnce } from '../process/two-at-once.js'
import { backUpUnderLoad } from './backups.js'
import { failDisk } from './failing-disk.js'
import { fillDisk } from './full-disk.js'
import { cutPower } from './power-cut.js'
import type { Trial } from './trial.js'

/** Every trial of `npm run trust`, in the order of the page docs/trust.md. */
export const trials: readonly Trial[] = [
  {
    id: 'R1',
    promise: 'What was answered survives kill -9 under load, byte by byte, and no session is stuck',
    unit: 'kills',
    tries: { usual: 20 },
    run: runKills,
  },
  {
    id: 'R2',
    promise: 'What was answered survives a power cut, and no turn is torn',
    unit: 'states of the disk',
    tries: { usual: 2_000, most: 50_000 },
    needs: ['strace'],
    run: cutPower,
  },
  {
    id: 'R3',
    promise: 'Replies sent to one session at once are all taken, one after another, each once',
    unit: 'pairs of replies',
    tries: { usual: 1_000 },
    run: sendTwoAtOnce,
  },
  {
    id: 'R4',
    promise: 'A repeated request with the same key gets the same bytes and does nothing twice',
    unit: 'turns',
    tries: { usual: 400 },
    run: loseReplies,
  },
  {
    id: 'R7a',
    promise: 'On a full disk nothing is answered that is not kept, reading works, and writing does again once there is room',
    unit: 'times full',
    tries: { usual: 40 },
    needs: ['root'],
    run: fillDisk,
  },
  {
    id: 'R7b',
    promise: 'After an error of the disk nothing that was answered is lost, and the process does not go on as if nothing had been',
    unit: 'failed calls',
    tries: { usual: 6 },
    needs: ['strace'],
    run: failDisk,
  },
  {
    id: 'R16',
    promise: 'SIGTERM fails no accepted request, takes none without an answer, and ends within 10 s',
    unit: 'stops',
    tries: { usual: 1 },
    run: stopUnderLoad,
  },
  {
    id: 'R18',
    promise: 'A backup made under load restores to a moment of the history: all that was answered before it began, no part of a turn',
    unit: 'backups',
    tries: { usual: 5 },
    run: backUpUnderLoad,
  },
]
