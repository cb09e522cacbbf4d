import { type Environment, type Variable, variableText } from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'
import { writeDescription } from './write-postman-rows.ts'

/** An environment as a file that Postman and other clients import, and the parts that it has no place for. */
export interface ExportedEnvironment {
  readonly value: JsonObject
  readonly losses: readonly string[]
}

/** Exports an environment for Postman. Its secrets are there by name, without their values. */
export function exportEnvironment(environment: Environment): ExportedEnvironment {
  const { name, variables } = environment
  return {
    value: {
      name,
      values: variables.map(one => ({
        key: one.name,
        value: one.secret ? '' : variableText(one),
        type: one.secret ? 'secret' : 'default',
        enabled: one.enabled,
        ...writeDescription(one.description),
      })),
      _postman_variable_scope: 'environment',
    },
    losses: lostOf(environment),
  }
}

function lostOf({
  description,
  variables,
  clientCertificates,
  extendsName,
  externalSecrets,
}: Environment): readonly string[] {
  const text = typeof description === 'string' ? description : (description?.content ?? '')
  return [
    ...(text === '' ? [] : ['the description']),
    ...variables.filter(hasVariants).map(one => `the other values of ${one.name}`),
    ...(clientCertificates.length === 0 ? [] : ['the client certificates']),
    ...(extendsName === '' ? [] : [`the environment that it extends, ${extendsName}`]),
    ...(externalSecrets === undefined ? [] : ['the references to a secret store']),
  ].map(part => `No place for ${part}.`)
}

function hasVariants(variable: Variable): boolean {
  return !variable.secret && (variable.variants?.length ?? 0) > 1
}
