/**
 * Runs the service with a generated text for every session that waits: after the first piece, the first attempt fails, and later ones wait
 * for a request to `/testing/go-on`.
 */
import { GenerationFailed } from '../generations/generation.js'
import { runProgram } from './run-program.js'

const failedOnce = new Set<string>()
let goOn = () => {}

const { announce } = await runProgram(
  () => ({
    findGenerate: ({ row }) => {
      return async (text) => {
        text.write('Hello **you**.\n')
        if (!failedOnce.has(row.id)) {
          failedOnce.add(row.id)
          throw new GenerationFailed({ description: 'Too slow' })
        }
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        text.write('- one\n- two <b>')
        return 'stop'
      }
    },
  }),
  (app) => {
    app.post('/testing/go-on', async () => {
      goOn()
      return {}
    })
  },
)
announce()
