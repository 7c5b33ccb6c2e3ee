import { Announcer } from './announcer.js'
import { Preloader } from './preloader.js'

/** The parts of a chat that show nothing. */
export function Unseen() {
  return (
    <>
      <Announcer />
      <Preloader />
    </>
  )
}
