import { httpRequestOf } from '@parley/model'
import { planRun } from '../run/plan-run.ts'
import { RunSourceError } from '../run/run-source.ts'
import type { TypedSend } from '../send/read-send.ts'
import type { CodegenOptions } from './define-codegen-command.ts'

/**
 * Reads the one request that a path names, with everything that it inherits and its environment, as `parley
 * run` would send it. Returns a sentence if that is not possible.
 */
export async function readSavedRequest(
  path: string,
  { env, envVar, var: vars, only, ...others }: CodegenOptions,
): Promise<TypedSend | string> {
  const { method, header, bearer, user, digest, data, dataRaw, json, form, file } = others
  if ([method, header, bearer, user, digest, data, dataRaw, json, form, file].some(one => one !== undefined))
    return 'A saved request says all of itself. Give its path without the options of a request.'
  try {
    const { items } = await planRun([path], {
      ...(env === undefined ? {} : { env }),
      ...(envVar === undefined ? {} : { envVar }),
      ...(vars === undefined ? {} : { var: vars }),
      ...(only === undefined ? {} : { only }),
    })
    const [item] = items
    if (item === undefined || items.length > 1) return severalSentence(path, items.length)
    const request = httpRequestOf(item.request)
    if (request === null) return `${item.request.name} is no HTTP request, so there is no code for it.`
    return { request, context: item.context }
  } catch (error) {
    if (error instanceof RunSourceError) return error.message
    throw error
  }
}

function severalSentence(path: string, count: number): string {
  return `${path} holds ${count} requests; name one with --only.`
}
