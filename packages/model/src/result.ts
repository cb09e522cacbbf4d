/** An expected outcome as data. Bugs throw instead. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function failed<Failure>(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure }
}
