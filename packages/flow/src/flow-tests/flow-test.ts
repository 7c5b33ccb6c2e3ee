import * as z from 'zod'
import { attributeLimits, maxAttributeKey } from '../contacts/attributes.js'

/** Maximum number of tests per bot, and the limits of one test. */
export const maxTests = 500
export const maxTestBytes = 256_000
const maxSteps = 300
const maxRows = 200

/** The schemas of a test and its parts: hundreds, of which a service that reads no test needs none. */
function makeSchemas() {
  const id = z.string().min(1).max(300)
  const longText = z.string().max(20_000)
  const hint = z.string().max(300).optional()

  /** A reply of the visitor: a text, a reply as clients send it, or none in time. Absent if the client only continues. */
  const replySchema = z.union([
    longText,
    z.strictObject({
      type: z.literal('text'),
      text: longText,
      metadata: z
        .strictObject({
          replyId: z.string().max(300).optional(),
          replyIds: z.array(z.string().max(300)).max(1000).optional(),
        })
        .optional(),
      attachedFileUrls: z.array(z.string().max(2000)).max(50).optional(),
    }),
    z.strictObject({ type: z.literal('audio'), url: z.string().max(2000) }),
    z.strictObject({ type: z.literal('command'), command: z.string().max(300) }),
    z.strictObject({ type: z.literal('no-answer') }),
  ])

  const matchSchema = z.enum(['exact', 'contains', 'pattern'])

  /**
   * A condition that a step, or the whole conversation, has to meet. Blocks, groups and variables are referenced by id; hints are for people.
   */
  const expectationSchema = z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('message'),
      text: longText,
      match: matchSchema.default('exact'),
    }),
    z.strictObject({
      kind: z.literal('path'),
      groups: z.array(z.strictObject({ id, hint })).max(500),
    }),
    z.strictObject({
      kind: z.literal('variable'),
      id,
      hint,
      value: z.union([longText, z.array(longText.nullable()).max(1000), z.null()]),
    }),
    z.strictObject({ kind: z.literal('awaits'), blockId: id.nullable(), hint }),
    z.strictObject({ kind: z.literal('completed'), value: z.boolean().default(true) }),
    z.strictObject({ kind: z.literal('noErrors') }),
    z.strictObject({ kind: z.literal('accepted') }),
    z.strictObject({ kind: z.literal('readable') }),
    z.strictObject({ kind: z.literal('filled'), id, hint }),
    z.strictObject({
      kind: z.literal('request'),
      method: z.string().max(10).optional(),
      url: z.string().max(2000).optional(),
      body: longText.optional(),
    }),
  ])

  const outcomes = {
    http: z.discriminatedUnion('answer', [
      z.strictObject({ answer: z.literal('response'), status: z.int().min(100).max(599), text: z.string() }),
      z.strictObject({ answer: z.enum(['refused', 'failed']), reason: z.string() }),
      z.strictObject({ answer: z.literal('timeout'), seconds: z.number() }),
    ]),
    script: z.union([
      z.strictObject({
        ok: z.literal(true),
        value: z.unknown().optional(),
        assigned: z
          .array(z.strictObject({ name: z.string(), value: z.unknown().optional() }))
          .max(1000)
          .default([]),
      }),
      z.strictObject({ ok: z.literal(false), reason: z.string(), message: z.string(), details: z.string().optional() }),
    ]),
    pattern: z.union([
      z.strictObject({ ok: z.literal(true), matches: z.array(z.boolean()).max(1000) }),
      z.strictObject({ ok: z.literal(false), reason: z.string(), message: z.string() }),
    ]),
    model: z.strictObject({ outcome: z.looseObject({ answer: z.string() }) }),
    request: z.looseObject({ answer: z.string() }),
    knowledge: z.discriminatedUnion('answer', [
      z.strictObject({
        answer: z.literal('found'),
        passages: z
          .array(
            z.strictObject({
              id: z.string(),
              title: z.string(),
              url: z.string().nullable(),
              text: z.string(),
              score: z.number(),
            }),
          )
          .max(100),
      }),
      z.strictObject({ answer: z.literal('failed'), reason: z.string() }),
    ]),
    mcp: z.strictObject({
      outcome: z.discriminatedUnion('answer', [
        z.strictObject({
          answer: z.literal('tools'),
          tools: z.array(z.strictObject({ name: z.string(), hash: z.string() })).max(1000),
        }),
        z.strictObject({ answer: z.literal('result'), text: z.string(), isError: z.literal(true).optional() }),
        z.strictObject({ answer: z.literal('failed'), cause: z.string(), reason: z.string() }),
      ]),
    }),
    mail: z.strictObject({
      failure: z.strictObject({ reason: z.string() }).optional(),
      rejected: z.array(z.string()).max(1000).optional(),
    }),
    payment: z.discriminatedUnion('result', [
      z.strictObject({ result: z.literal('opened'), clientSecret: z.string(), publicKey: z.string() }),
      z.strictObject({ result: z.literal('failed'), reason: z.string() }),
    ]),
  }

  const entry = <K extends keyof typeof outcomes>(kind: K) =>
    z.strictObject({
      kind: z.literal(kind),
      /** Identifies the request. Without it, the answer matches every request of the kind with this method and address. */
      request: z.string().max(40).optional(),
      method: z.string().max(10).optional(),
      url: z.string().max(2000).optional(),
      outcome: outcomes[kind],
    })

  /** A recorded answer of a service, script or model in the test. */
  const cassetteEntrySchema = z.discriminatedUnion('kind', [
    entry('http'),
    entry('script'),
    entry('pattern'),
    entry('model'),
    entry('request'),
    entry('knowledge'),
    entry('mcp'),
    entry('mail'),
    entry('payment'),
  ])

  const cellSchema = z.union([longText, z.number(), z.boolean()])

  const testStepSchema = z.strictObject({
    reply: replySchema.optional(),
    /** If the conversation depends on them: the time of the turn in milliseconds since 1970, and its random seed. */
    at: z.int().min(0).optional(),
    seed: z.int().min(0).max(0xffff_ffff).optional(),
    expect: z.array(expectationSchema).max(50).default([]),
  })

  const test = z.strictObject({
    name: z.string().trim().min(1).max(200),
    start: z
      .strictObject({
        at: z.int().min(0).default(1_767_225_600_000),
        seed: z.int().min(0).max(0xffff_ffff).default(1),
        from: z
          .union([
            z.strictObject({ type: z.literal('group'), groupId: id, hint }),
            z.strictObject({ type: z.literal('event'), eventId: id, hint }),
          ])
          .optional(),
        variables: z
          .record(z.string().max(300), z.union([cellSchema, z.array(cellSchema).max(1000), z.null()]))
          .optional(),
        channel: z.enum(['web', 'messaging']).default('web'),
        /** Attributes of the contact who starts the chat, by key. */
        contact: z
          .record(
            z.string().max(maxAttributeKey),
            z.union([
              cellSchema,
              z.array(z.string().max(attributeLimits.itemCharacters)).max(attributeLimits.items),
              z.null(),
            ]),
          )
          .optional(),
      })
      .prefault({}),
    /** The first step starts the chat. */
    steps: z.array(testStepSchema).min(1).max(maxSteps),
    expect: z.array(expectationSchema).max(100).default([]),
    /** The test runs once for each row; `{column}` in replies and expectations is replaced by the row's value. */
    table: z
      .array(z.record(z.string().regex(/^[\p{L}\p{N}_ -]{1,60}$/u), cellSchema))
      .max(maxRows)
      .optional(),
    cassette: z.array(cassetteEntrySchema).max(500).default([]),
  })
  return { test, expectationSchema, cassetteEntrySchema, testStepSchema }
}

type Schemas = ReturnType<typeof makeSchemas>
export type Expectation = z.infer<Schemas['expectationSchema']>
export type CassetteEntry = z.infer<Schemas['cassetteEntrySchema']>
export type TestStep = z.infer<Schemas['testStepSchema']>
export type FlowTest = z.infer<Schemas['test']>

let made: Schemas | undefined

/** A conversation that a bot has to hold: how it starts, what the visitor says, and the expected outcome. */
export function flowTestSchema(): Schemas['test'] {
  made ??= makeSchemas()
  return made.test
}
