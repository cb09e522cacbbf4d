import type { Route } from './route.ts'

/** The route for a request's method and path. */
export type RouteMatch =
  | {
      readonly kind: 'found'
      readonly route: Route
      readonly pathParameters: ReadonlyMap<string, string>
    }
  | { readonly kind: 'wrongMethod'; readonly allowedMethods: readonly string[] }
  | { readonly kind: 'unknownPath' }
  | { readonly kind: 'malformedPath' }

/**
 * Finds the route of a raw, still percent-encoded path. Dot segments are not resolved and the case matters,
 * so that the client's exact bytes are looked up.
 */
export function findRoute(
  routes: readonly Route[],
  basePath: string,
  method: string,
  path: string,
): RouteMatch {
  const allowedMethods: string[] = []
  for (const route of routes) {
    const encoded = matchSegments(`${basePath}${route.path}`, path)
    if (encoded === undefined) continue
    if (!takesMethod(route, method)) {
      allowedMethods.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
      continue
    }
    const pathParameters = decodeParameters(encoded)
    return pathParameters === undefined ? { kind: 'malformedPath' } : { kind: 'found', route, pathParameters }
  }
  return allowedMethods.length > 0 ? { kind: 'wrongMethod', allowedMethods } : { kind: 'unknownPath' }
}

function takesMethod(route: Route, method: string): boolean {
  return route.method === 'ANY' || route.method === method || (route.method === 'GET' && method === 'HEAD')
}

function matchSegments(pattern: string, path: string): Map<string, string> | undefined {
  const expected = pattern.split('/')
  const actual = path.split('/')
  if (expected.length !== actual.length) return undefined
  const parameters = new Map<string, string>()
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? ''
    if (segment.startsWith(':') && value !== '') parameters.set(segment.slice(1), value)
    else if (segment !== value) return undefined
  }
  return parameters
}

function decodeParameters(encoded: ReadonlyMap<string, string>): Map<string, string> | undefined {
  try {
    return new Map([...encoded].map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}
