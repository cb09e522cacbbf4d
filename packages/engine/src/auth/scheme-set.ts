import { type AnyAuth, authSchemes, type SchemeRegistry } from '@parley/model'
import { engineSchemes } from './engine-schemes.ts'
import type { SchemeAction } from './scheme-action.ts'

/** The schemes that requests may name: what they are, and what they do to a request. */
export interface SchemeSet {
  readonly descriptors: SchemeRegistry
  readonly actions: Readonly<Record<string, SchemeAction<AnyAuth>>>
}

/** All of Parley's. */
export const parleySchemes: SchemeSet = { descriptors: authSchemes, actions: engineSchemes }
