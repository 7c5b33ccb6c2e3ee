import type { Answer } from '../service/api.js'

/** A question with what was answered. */
export type Question = Answer<'getAnswerSummary'>['questions'][number]

/** How one kind of answers is summed up. */
export type SummaryOf<Kind extends Question['summary']['kind']> = Extract<Question['summary'], { kind: Kind }>
