import fc from 'fast-check'
import { type AnyScheme, type Auth, type AuthType, authSchemes, type Field } from '../src/index.ts'
import { few, fields, flag, only, text } from './arbitrary-fields.ts'

const arbitraryOf = (field: Field): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return text
    case 'flag':
      return flag
    case 'choice':
      return fc.constantFrom(...field.choices.map(({ id }) => id))
    case 'secretOrFile':
      return fields({ source: fc.constantFrom('file', 'text'), value: text })
    case 'group':
      return ofFields(field.fields)
    case 'list':
      return few(ofFields(field.fields))
  }
}

const ofFields = (all: Readonly<Record<string, Field>>) =>
  fields(Object.fromEntries(Object.entries(all).map(([key, field]) => [key, arbitraryOf(field)])))

/** Any authorization of a scheme. */
export const arbitraryAuthOf = ({ type, fields: all }: AnyScheme): fc.Arbitrary<Auth> =>
  fc.tuple(only(type), ofFields(all)).map(([is, values]) => ({ type: is, ...values }) as Auth)

/** One arbitrary for each type, so that a test can name the type that fails. */
export const arbitraryAuths = Object.fromEntries(
  Object.values<AnyScheme>(authSchemes).map(scheme => [scheme.type, arbitraryAuthOf(scheme)]),
) as { readonly [Type in AuthType]: fc.Arbitrary<Auth> }

/** Any authorization. */
export const arbitraryAuth = fc.oneof(...Object.values(arbitraryAuths))
