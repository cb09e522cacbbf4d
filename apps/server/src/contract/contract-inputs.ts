import type { HttpRequest } from '@parley/model'
import { httpRequestSchema } from '@parley/model/schema'
import * as z from 'zod'

/**
 * The schema checks a request; its type is `HttpRequest`, whose lists are read-only, unlike those of a
 * schema.
 */
export const request: z.ZodType<HttpRequest, HttpRequest> = httpRequestSchema
/** An ID that the server gave. */
export const id = z.string().min(1).max(128)
/** The name of something in a workspace. */
export const entryName = z.string().min(1).max(1000)
/** A random ID, chosen by the page, so that a send can be cancelled before its start has returned. */
export const sendId = z.uuid()
/** A random ID, chosen by the page once for each window. */
export const windowId = z.uuid()
/**
 * Counts the calls of a window about itself, across its reloads; a call with a lower number is out of date.
 */
export const sequence = z.int().min(0)
