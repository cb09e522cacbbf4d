import { type Answer, answerFailure } from './answer.ts'
import type { Call } from './route.ts'

/** A JSON object from a request, or the response that refuses it. */
export type JsonObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly answer: Answer }

/** Returns whether a value is a JSON object, and not a list or `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a call's content as a JSON object, regardless of its Content-Type; anything else is a 400. */
export function readJsonObject(call: Call): JsonObject {
  const refuse = (message: string): JsonObject => ({
    ok: false,
    answer: answerFailure(400, 'malformed_json', message),
  })
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.content))
  } catch (error) {
    return refuse(`The content is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  return isRecord(value) ? { ok: true, value } : refuse('The content must be a JSON object')
}
