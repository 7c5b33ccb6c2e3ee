import { lintFlow, type Problem } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'

/** Problems of a flow, errors first. What lies outside the flow is not checked here. */
export const lint = ({ events, groups, edges, variables }: BotDocument): readonly Problem[] =>
  lintFlow({ events, groups, edges, variables })
