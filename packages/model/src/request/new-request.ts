import type { GraphQlRequest, HttpRequest } from './request.ts'
import { inheritedRequestSettings } from './request-settings.ts'
import { noScripts } from './scripts.ts'

/** Returns an empty HTTP request: GET, no body, Inherit from parent (spec 2.1). */
export function newHttpRequest(fields: Partial<Omit<HttpRequest, 'kind'>> = {}): HttpRequest {
  return {
    kind: 'http',
    ...emptyHttpFields,
    method: 'GET',
    body: { type: 'none' },
    examples: [],
    ...fields,
  }
}

/** Returns an empty GraphQL request: POST with a GraphQL body (spec 1). */
export function newGraphQlRequest(fields: Partial<Omit<GraphQlRequest, 'kind'>> = {}): GraphQlRequest {
  return {
    kind: 'graphql',
    ...emptyHttpFields,
    method: 'POST',
    body: { type: 'graphql', query: '', variables: '' },
    ...fields,
  }
}

const emptyHttpFields = {
  name: '',
  tags: [],
  url: '',
  params: [],
  pathParams: [],
  headers: [],
  cookies: [],
  auth: { type: 'inherit' },
  scripts: noScripts,
  variables: [],
  settings: inheritedRequestSettings,
  assertions: [],
  actions: [],
} as const
