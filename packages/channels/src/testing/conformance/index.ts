import { callCases } from './call-cases.js'
import type { ConformanceCase } from './cases.js'
import { readCases } from './read-cases.js'
import { renderCases } from './render-cases.js'
import { verifyCases } from './verify-cases.js'

/** Promises of a channel that need no service. */
export const pureCases: readonly ConformanceCase[] = [...verifyCases, ...readCases, ...renderCases, ...callCases]
