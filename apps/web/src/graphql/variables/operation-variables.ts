import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  type ValueNode,
} from 'graphql'
import { operationAt } from '../language/operation-at.ts'
import { parseDocument } from '../language/parse-document.ts'

/** A variable as an operation declares it. */
export interface DeclaredVariable {
  readonly name: string
  /** As written: `[ID!]!`. */
  readonly typeText: string
}

/** A variable that an operation declares, with what the schema says about it. */
export interface OperationVariable extends DeclaredVariable {
  /** Null where the schema does not have the type, or there is no schema. */
  readonly type: GraphQLInputType | null
  readonly isRequired: boolean
  readonly defaultValue: ValueNode | null
}

/** Chooses the operation of a query whose variables are meant: by its name, or the one at a position. */
export type OperationChoice = { readonly name: string } | { readonly position: number }

/** Returns the variables of an operation; null where the query does not parse or has no operation. */
export function variablesOfOperation(
  query: string,
  choice: OperationChoice,
  schema: GraphQLSchema | null,
): readonly OperationVariable[] | null {
  const { document } = parseDocument(query)
  const operations = (document?.definitions ?? [])
    .filter(definition => definition.kind === Kind.OPERATION_DEFINITION)
    .map(definition => ({ definition, from: definition.loc?.start ?? 0, to: definition.loc?.end ?? 0 }))
  const chosen =
    'name' in choice
      ? operations.find(({ definition }) => definition.name?.value === choice.name)
      : operationAt(operations, choice.position)
  return chosen == null ? null : variablesOf(chosen.definition, schema)
}

function variablesOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  schema: GraphQLSchema | null,
): readonly OperationVariable[] {
  return variableDefinitions.map(({ variable, type, defaultValue }) => {
    const known = schema === null ? undefined : typeFromAST(schema, type)
    return {
      name: variable.name.value,
      typeText: print(type),
      type: isInputType(known) ? known : null,
      isRequired: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
      defaultValue: defaultValue ?? null,
    }
  })
}
