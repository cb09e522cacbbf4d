import { noScripts, type Scripts } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { postmanScripts } from '../postman/postman-scripts.ts'

/** The names of the two phases that Parley has; the other ones are reported. */
export interface V3ScriptNames {
  readonly preRequest: string
  readonly postResponse: string
}

export const httpScripts: V3ScriptNames = { preRequest: 'beforeRequest', postResponse: 'afterResponse' }
export const graphQlScripts: V3ScriptNames = { preRequest: 'beforeQuery', postResponse: 'afterResponse' }
export const grpcScripts: V3ScriptNames = { preRequest: 'beforeInvoke', postResponse: 'afterResponse' }

/** Converts the scripts of a request; their text is kept unchanged (behaviour 4.8). */
export function v3Scripts(value: JsonValue | undefined, names: V3ScriptNames, log: ImportLog): Scripts {
  const scripts = listOf(value).filter(isObject)
  if (scripts.length === 0) return noScripts
  const events = scripts.flatMap((script): readonly JsonValue[] => {
    const type = textMember(script, 'type')
    const listen = type === names.preRequest ? 'prerequest' : type === names.postResponse ? 'test' : null
    if (listen === null) {
      log.loss('NOT_READ', `The script ${type}`)
      return []
    }
    if (listOf(member(script, 'packages')).length > 0) log.loss('NOT_READ', 'packages of a script')
    return [{ listen, script: { exec: textMember(script, 'code') } }]
  })
  return postmanScripts(events, log)
}

/**
 * Converts the scripts of a collection or folder, whose types name their protocol. In Parley they are for
 * requests of all kinds, so those of one protocol are taken, of HTTP if there are any; others with another
 * text are reported.
 */
export function v3SharedScripts(value: JsonValue | undefined, log: ImportLog): Scripts {
  const scripts = listOf(value).filter(isObject)
  const protocolOf = (script: JsonValue) => /^(http|graphql|grpc):/.exec(textMember(script, 'type'))?.[1]
  const protocol = protocols.find(one => scripts.some(script => protocolOf(script) === one)) ?? 'http'
  const taken = scripts.filter(script => protocolOf(script) === protocol)
  const texts = new Set(taken.map(script => textMember(script, 'code')))
  for (const script of scripts)
    if (!taken.includes(script) && !texts.has(textMember(script, 'code')))
      log.loss('NOT_READ', `The script ${textMember(script, 'type')}`)
  const names = scriptNames[protocol]
  return v3Scripts(
    taken.map(script => ({ ...script, type: textMember(script, 'type').slice(protocol.length + 1) })),
    names,
    log,
  )
}

const scriptNames = { http: httpScripts, graphql: graphQlScripts, grpc: grpcScripts } as const

const protocols = ['http', 'graphql', 'grpc'] as const
