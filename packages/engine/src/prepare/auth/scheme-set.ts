import { type AnyAuth, authSchemes, type SchemeRegistry } from '@parley/model'
import { engineSchemes } from './engine-schemes.ts'
import type { SchemeAction } from './scheme-action.ts'

/** The schemes that requests may use: their descriptors and their implementations. */
export interface SchemeSet {
  readonly descriptors: SchemeRegistry
  readonly actions: Readonly<Record<string, SchemeAction<AnyAuth>>>
}

/** All schemes of Parley. */
export const parleySchemes: SchemeSet = { descriptors: authSchemes, actions: engineSchemes }
