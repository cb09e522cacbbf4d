import {
  buildClientSchema,
  buildSchema,
  execute,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  validate,
} from 'graphql'

const scalars: Readonly<Record<string, unknown>> = { Int: 7, Float: 1.5, Boolean: true, ID: 'id-1' }

/** Returns an executable schema, each field of which answers with a value of its type. */
export function answeringSchema({ format, text }: { format: 'introspection' | 'sdl'; text: string }) {
  // Schemas of the corpus with a small mistake can be executed as well.
  const options = { assumeValid: true }
  const schema =
    format === 'sdl' ? buildSchema(text, options) : buildClientSchema(introspectionIn(text), options)
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = () => schema.getPossibleTypes(type)[0]?.name
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const value = answerOf(field.type)
      field.resolve = () => value
      if (type !== schema.getSubscriptionType()) continue
      field.subscribe = async function* events() {
        yield {}
        yield {}
      }
    }
  }
  return schema
}

function introspectionIn(text: string) {
  const json = JSON.parse(text)
  return json.data ?? json
}

/** Fields of objects have resolvers of their own. */
function answerOf(type: GraphQLOutputType): unknown {
  if (isNonNullType(type)) return answerOf(type.ofType)
  if (isListType(type)) return [answerOf(type.ofType), answerOf(type.ofType)]
  const named = getNamedType(type)
  if (isScalarType(named)) return scalars[named.name] ?? 'text'
  if (isEnumType(named)) return named.getValues()[0]?.value
  return {}
}

/** Returns what a server with this schema answers, as JSON has it. */
export async function expectedAnswer(
  schema: GraphQLSchema,
  query: string,
  chosen: {
    readonly operationName: string | null
    readonly variableValues: Readonly<Record<string, unknown>>
  },
): Promise<{ readonly data: unknown; readonly errorCount: number }> {
  const document = parse(query)
  const invalid = validate(schema, document)
  if (invalid.length > 0) return { data: null, errorCount: invalid.length }
  const { data, errors = [] } = await execute({ schema, document, ...chosen })
  return { data: JSON.parse(JSON.stringify(data ?? null)), errorCount: errors.length }
}

/** Returns values for the required variables of the operation that a server runs. */
export function requiredVariables(
  schema: GraphQLSchema,
  query: string,
  operationName: string | null,
): Readonly<Record<string, unknown>> {
  const operation = parse(query).definitions.find(
    (one): one is OperationDefinitionNode =>
      one.kind === Kind.OPERATION_DEFINITION && (operationName === null || one.name?.value === operationName),
  )
  const required = (operation?.variableDefinitions ?? []).filter(
    one => one.type.kind === Kind.NON_NULL_TYPE && one.defaultValue === undefined,
  )
  return Object.fromEntries(
    required.map(({ variable, type }) => {
      const known = typeFromAST(schema, type)
      return [variable.name.value, isInputType(known) ? inputOf(known) : null]
    }),
  )
}

function inputOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return inputOf(type.ofType)
  if (isListType(type)) return [inputOf(type.ofType)]
  if (isScalarType(type)) return scalars[type.name] ?? 'text'
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return null
  const fields = Object.values(type.getFields()).filter(
    field => isNonNullType(field.type) && field.defaultValue === undefined,
  )
  return Object.fromEntries(fields.map(field => [field.name, inputOf(field.type)]))
}
