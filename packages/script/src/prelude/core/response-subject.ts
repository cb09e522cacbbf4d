import type { HeaderView } from './header-view.ts'

/** What an assertion about a response asks of it. */
export interface ResponseSubject {
  readonly code: number
  readonly headers: HeaderView
  json(): unknown
  text(): string
  reason(): string
}

const responses = new WeakSet<object>()

/** Marks a response, so that `ok` on it means its status and not that it exists. */
export function markResponse(response: ResponseSubject): void {
  responses.add(response)
}

export function isScriptResponse(value: unknown): value is ResponseSubject {
  return typeof value === 'object' && value !== null && responses.has(value)
}
