import { z } from 'zod'
import type { Auth } from '../authorization/auth.ts'
import { authSchemes } from '../authorization/auth-schemes.ts'
import type { Field, FieldSet } from '../authorization/field.ts'
import type { AnyScheme, AuthOf, SchemeRegistry } from '../authorization/scheme-descriptor.ts'

type SchemaOf<Entity> = z.ZodType<Entity, Entity>

/** Returns a schema for all authorizations, generated from the fields of the descriptors. */
export function authSchemaOf<Schemes extends SchemeRegistry>(
  schemes: Schemes,
): SchemaOf<AuthOf<Schemes[keyof Schemes]>> {
  const [first, ...rest] = Object.values(schemes).map(schemeSchema)
  if (first === undefined) throw new Error('There is no scheme')
  const schema: z.ZodType<unknown> = z.discriminatedUnion('type', [first, ...rest])
  // The same fields define the schema and the type, which zod cannot infer from a list.
  return schema as SchemaOf<AuthOf<Schemes[keyof Schemes]>>
}

function schemeSchema({ type, fields }: AnyScheme) {
  return z.strictObject({ type: z.literal(type), ...shapeOf(fields) })
}

function shapeOf(fields: FieldSet): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)]))
}

function fieldSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return z.string()
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(field.choices.map(({ id }) => id))
    case 'secretOrFile':
      return z.strictObject({ source: z.enum(['file', 'text']), value: z.string() })
    case 'group':
      return z.strictObject(shapeOf(field.fields))
    case 'list':
      return z.array(z.strictObject(shapeOf(field.fields)))
  }
}

/** Every authorization type (behaviour 5.1). */
export const authSchema: SchemaOf<Auth> = authSchemaOf(authSchemes)
