import type { RunItem } from '@parley/engine'
import { draftOf } from '@parley/model'
import type { Io } from '../io/io.ts'
import { type PlannedRun, planRun } from '../run/plan-run.ts'
import type { RunCommandOptions } from '../run/run-options.ts'
import { RunSourceError } from '../run/run-source.ts'
import type { TypedSend } from '../send/typed-send.ts'

/** A saved request, with what `parley run` needs to send it. */
export interface SavedRequest extends TypedSend {
  readonly item: RunItem
  readonly planned: PlannedRun
}

/**
 * Reads the one request that a path names, with everything that it inherits and its environment, as `parley
 * run` would send it. Returns a sentence if that is not possible.
 */
export async function readSavedRequest(
  path: string,
  options: RunCommandOptions,
  io: Io,
): Promise<SavedRequest | string> {
  try {
    const planned = await planRun([path], options, io)
    const [item] = planned.items
    if (item === undefined || planned.items.length > 1)
      return `${path} contains ${planned.items.length} requests. Name one with --only.`
    const request = draftOf(item.request)
    if (request === null) return `${item.request.name} is not an HTTP request, but this command needs one.`
    return { request, context: item.context, item, planned }
  } catch (error) {
    if (error instanceof RunSourceError) return error.message
    throw error
  }
}
