import type { Group } from '@colloquy/flow'

/** True if a group is a note: it has no blocks, and no edge leads to it. */
export const isNote = ({ note, blocks }: Group): boolean => note !== undefined && blocks.length === 0
