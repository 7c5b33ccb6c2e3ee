import type * as z from 'zod'

/** Shapes that stand in for schemas whose own shape JSON Schema cannot express, such as transforms. */
const descriptions = new WeakMap<z.core.$ZodType, z.ZodType | (() => z.ZodType)>()

/** Describes `schema` as `shape`, which has a name, wherever the API is described. Parsing is unaffected. A large shape is made when it is asked for. */
export const describedAs = <S extends z.core.$ZodType>(schema: S, shape: z.ZodType | (() => z.ZodType)): S => {
  descriptions.set(schema, shape)
  return schema
}

/** The shape that describes a schema, if it differs from the schema. */
export function descriptionOf(schema: z.core.$ZodType): z.ZodType | undefined {
  const description = descriptions.get(schema)
  if (typeof description !== 'function') return description
  const shape = description()
  descriptions.set(schema, shape)
  return shape
}

const extensions = new WeakSet<z.core.$ZodType>()

/** Marks a field that Typebot's format and API do not have. Clients made for those never receive it. */
export const extension = <S extends z.core.$ZodType>(schema: S): S => {
  extensions.add(schema)
  return schema
}

/** True if a field is marked as an extension. */
export const isExtension = (schema: z.core.$ZodType): boolean => extensions.has(schema)
