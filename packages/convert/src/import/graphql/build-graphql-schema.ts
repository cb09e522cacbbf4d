import {
  buildClientSchema,
  buildSchema,
  DirectiveLocation,
  type GraphQLSchema,
  type IntrospectionDirective,
  type IntrospectionQuery,
  specifiedDirectives,
} from 'graphql'

/** More than any schema contains; a schema is traversed several times. */
const maximumTokens = 1_000_000

/**
 * Builds a schema from its SDL. It is not validated, as servers publish schemas that break rules of the specification
 * and answer nonetheless.
 * @throws Error with the reason that the parser gives; "Parsing aborted" for too many tokens
 */
export function schemaOfSdl(text: string): GraphQLSchema {
  return buildSchema(text, { assumeValid: true, assumeValidSDL: true, maxTokens: maximumTokens })
}

/**
 * Builds a schema from the response to an introspection query, or its `data`, likewise without validation.
 * @throws Error if it is none
 */
export function schemaOfIntrospection(value: unknown): GraphQLSchema {
  const introspection = introspectionOf(value)
  if (introspection === null) throw new Error('“__schema” is missing.')
  return buildClientSchema(completed(introspection), { assumeValid: true })
}

/**
 * Returns an introspection with what the library needs: lists that a server or tool leaves out if they are empty, and
 * the locations of directives, which servers before 2016 name by flags or not at all.
 */
function completed(introspection: IntrospectionQuery): IntrospectionQuery {
  const schema = introspection.__schema
  return {
    ...introspection,
    __schema: {
      ...schema,
      types: mapped(schema.types, type => {
        if (type.kind !== 'OBJECT' && type.kind !== 'INTERFACE') return type
        const fields = mapped(type.fields, field => ({ ...field, args: field.args ?? [] }))
        return { ...type, interfaces: type.interfaces ?? [], fields }
      }),
      directives: mapped(schema.directives, withLocations),
    },
  }
}

/** Changes the objects of a list; the library refuses anything else. */
function mapped<One>(list: readonly One[], change: (one: One) => One): readonly One[] {
  return Array.isArray(list) ? list.map((one: One) => (isObject(one) ? change(one) : one)) : list
}

function withLocations(directive: IntrospectionDirective): IntrospectionDirective {
  if (Array.isArray(directive.locations)) return directive
  const flagged = Object.entries(flaggedLocations).flatMap(([flag, locations]) =>
    hasMember(directive, flag) && directive[flag] === true ? locations : [],
  )
  const known = specifiedDirectives.find(({ name }) => name === directive.name)?.locations
  const locations = flagged.length > 0 ? flagged : (known ?? Object.values(DirectiveLocation))
  return { ...directive, args: directive.args ?? [], locations }
}

/** The flags of the specification of October 2015 (§4.1.1). */
const flaggedLocations: Readonly<Record<string, readonly DirectiveLocation[]>> = {
  onOperation: [DirectiveLocation.QUERY, DirectiveLocation.MUTATION, DirectiveLocation.SUBSCRIPTION],
  onFragment: [
    DirectiveLocation.FRAGMENT_DEFINITION,
    DirectiveLocation.FRAGMENT_SPREAD,
    DirectiveLocation.INLINE_FRAGMENT,
  ],
  onField: [DirectiveLocation.FIELD],
}

/** Returns the `data` of a response to an introspection query; null for anything else. */
export function introspectionOf(value: unknown): IntrospectionQuery | null {
  const data = hasMember(value, 'data') && isObject(value.data) ? value.data : value
  return isIntrospection(data) ? data : null
}

/** The library checks the rest, and throws. */
function isIntrospection(value: unknown): value is IntrospectionQuery {
  return hasMember(value, '__schema') && isObject(value.__schema)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function hasMember<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return isObject(value) && Object.hasOwn(value, name)
}
