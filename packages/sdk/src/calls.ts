import type { EndpointId, Endpoints } from '@colloquy/api'
import type * as z from 'zod'
import type { Call } from './call-types.js'
import type { operations } from './operations.js'

export type { ErrorCode } from '@colloquy/api'

/** Each operation as a function of its parameters and of the properties of its body, all by their names. */
export type Calls = {
  [Id in EndpointId]: Call<InputOf<Endpoints[Id], (typeof operations)[Id]>, AnswerOf<Endpoints[Id]>>
}

/** `@` in a row: the body has no names of its own. */
type InputOf<E, Row> = Part<E, 'params'> &
  Part<E, 'query'> &
  (Row extends `${string}@${string}` ? { body: FileOf<E> } : Part<E, 'body'>)

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends { [Key in Name]: infer Shape }
  ? Unchanged<Taken<Shape>>
  : unknown

/** Calls leave their input as it is, so that it may hold what must not change. */
type Unchanged<T> = T extends readonly (infer One)[]
  ? readonly Unchanged<One>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T

/** What a schema takes; behind `preprocess`, which takes nothing at all as an empty object, what its result has to be. */
type Taken<Shape> =
  Shape extends z.ZodPreprocess<infer Inner> ? z.input<Inner> : Shape extends z.ZodType ? z.input<Shape> : unknown

type FileOf<E> = E extends { takesFile: string } ? RequestInit['body'] : Part<E, 'body'>

type AnswerOf<E> = E extends { contentType: string } | { status: 302 }
  ? Response
  : E extends { response: infer Shape extends z.ZodType }
    ? z.infer<Shape>
    : undefined
