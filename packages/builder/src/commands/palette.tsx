import { useCommandsEverywhere } from './everywhere.js'
import { PaletteWindow } from './palette-window.js'

/** The palette on pages that belong to no bot. */
export default function Palette() {
  const commands = useCommandsEverywhere()
  return (
    <PaletteWindow commands={commands} placeholder="Search bots, pages and actions" onChoose={({ run }) => run()} />
  )
}
