import { lintFlow, type Problem } from '@colloquy/flow'
import * as z from 'zod'
import type { BotDocument } from '../document/bot-document.js'

// The page's policy forbids code made of text, which zod would try first.
z.config({ jitless: true })

/** Problems of a flow, errors first. What lies outside the flow is not checked here. */
export const lint = ({ events, groups, edges, variables }: BotDocument): readonly Problem[] =>
  lintFlow({ events, groups, edges, variables })
