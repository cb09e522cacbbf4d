import type { Environment, PlainVariable } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newEnvironment, newVariable } from '../new-entities.ts'

/** A server, as the variables of its address. */
export interface OpenApiServer {
  readonly name: string
  readonly url: string
  readonly variables: readonly PlainVariable[]
}

/**
 * Returns the servers of a document, a path or an operation; in 2.0, they combine host, schemes and base
 * path.
 */
export function openApiServers(owner: JsonValue): readonly OpenApiServer[] {
  if (member(owner, 'swagger') !== undefined) return swaggerServers(owner)
  return listOf(member(owner, 'servers'))
    .filter(isObject)
    .map(one => {
      const url = withVariables(textMember(one, 'url').replace(/\/$/, ''))
      const variables = entriesOf(member(one, 'variables')).map(([name, variable]) =>
        newVariable(name, textOf(member(variable, 'default') ?? listOf(member(variable, 'enum'))[0])),
      )
      return { name: textMember(one, 'name', 'description') || url, url, variables }
    })
}

function swaggerServers(document: JsonValue): readonly OpenApiServer[] {
  const host = textMember(document, 'host')
  const basePath = textMember(document, 'basePath').replace(/\/$/, '')
  if (host === '') return basePath === '' ? [] : [{ name: basePath, url: basePath, variables: [] }]
  const schemes = listOf(member(document, 'schemes')).map(textOf)
  return (schemes.length === 0 ? ['https'] : schemes).map(scheme => {
    const url = `${scheme}://${host}${basePath}`
    return { name: url, url, variables: [] }
  })
}

/** Converts `{name}` to `{{name}}`. */
function withVariables(text: string): string {
  return text.replace(/\{([^{}]+)\}/g, '{{$1}}')
}

/** Creates one environment per server, with the address under the same name in each. */
export function serverEnvironments(
  servers: readonly OpenApiServer[],
  log: ImportLog,
): readonly Environment[] {
  return servers.map(({ name, url, variables }) => {
    log.count('environments')
    log.count('variables', variables.length + 1)
    return newEnvironment(name, [newVariable('baseUrl', url), ...variables])
  })
}
