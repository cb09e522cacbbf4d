import type { HeaderView } from './header-view.ts'

/** The response members that assertions use. */
export interface ResponseSubject {
  readonly code: number
  readonly headers: HeaderView
  json(): unknown
  text(): string
  reason(): string
}

const responses = new WeakSet<object>()

/** Marks a response, so that `ok` checks its status and not its existence. */
export function markResponse(response: ResponseSubject): void {
  responses.add(response)
}

export function isScriptResponse(value: unknown): value is ResponseSubject {
  return typeof value === 'object' && value !== null && responses.has(value)
}
