import type { EndpointId, Endpoints } from '@colloquy/api'
import type * as z from 'zod'
import type { Call } from './call-types.js'
import type { operations } from './operations.js'

export type { ErrorCode } from '@colloquy/api'

/** Each operation as a function of its parameters and the properties of its body, all by name. */
export type Calls = CurrentCalls & EarlierCalls

type CurrentCalls = {
  [Id in EndpointId]: Call<InputOf<Endpoints[Id], (typeof operations)[Id]>, AnswerOf<Endpoints[Id]>>
}

/** Operations by the ids that they had in an earlier version. */
type EarlierCalls = {
  [Id in EndpointId as Endpoints[Id] extends { earlier: { id: infer Earlier extends string } }
    ? Earlier
    : never]: CurrentCalls[Id]
}

/** `@` in a row: the body has no named properties. */
type InputOf<E, Row> = Part<E, 'params'> &
  Part<E, 'query'> &
  (Row extends `${string}@${string}` ? { body: FileOf<E> } : Part<E, 'body'>)

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends { [Key in Name]: infer Shape }
  ? Unchanged<Taken<Shape>>
  : unknown

/** Calls do not modify their input, so it may contain read-only values. */
type Unchanged<T> = T extends readonly (infer One)[]
  ? readonly Unchanged<One>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T

/** Input of a schema. `preprocess` treats missing input as an empty object, so its input is that of its result. */
type Taken<Shape> =
  Shape extends z.ZodPreprocess<infer Inner> ? z.input<Inner> : Shape extends z.ZodType ? z.input<Shape> : unknown

type FileOf<E> = E extends { takesFile: string } ? RequestInit['body'] : Part<E, 'body'>

type AnswerOf<E> = E extends { contentType: string } | { status: 302 }
  ? Response
  : E extends { response: infer Shape extends z.ZodType }
    ? z.infer<Shape>
    : undefined
