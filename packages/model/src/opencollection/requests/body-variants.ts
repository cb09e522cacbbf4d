import type { BodyVariant, GraphQlBody, HttpBody } from '../../request/body.ts'
import {
  readGraphQlBody,
  writeGraphQlBody,
  writeGraphQlExtension,
} from '../../request/body-types/graphql-body.ts'
import { withRunLimits } from '../../request/graphql-subscription.ts'
import { hasLimit } from '../../request/stream-limits.ts'
import { takeByName, type WithExtension } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readStreamLimits, writeStreamLimits } from '../stream-limits.ts'
import {
  type OpenCollectionObject,
  type OpenCollectionValue,
  objectOf,
  trueOrNothing,
  unlessEmpty,
} from '../value.ts'
import { readHttpBody, writeHttpBody, writeRequiredHttpBody } from './body.ts'

interface Bodies<Body> {
  readonly body: Body
  readonly bodyVariants?: readonly BodyVariant<Body>[]
}

/** Reads what ends a subscription in a run, which the extension of the item has for the request's body. */
export function readRunLimits<Body extends HttpBody>(
  bodies: Bodies<Body>,
  parley: ObjectReader,
): Bodies<Body> {
  if (bodies.body.type !== 'graphql') return bodies
  const limits = readStreamLimits(parley.object('run'), 'events')
  if (!hasLimit(limits)) return bodies
  const limited = { ...bodies, body: withRunLimits(bodies.body, limits) }
  const bodyVariants = withEditedBody(limited)
  return bodyVariants === undefined ? limited : { ...limited, bodyVariants }
}

/** Returns what ends a subscription in a run, for the extension of the item, and the bodies without it. */
export function writeRunLimits<Body extends HttpBody>(
  bodies: Bodies<Body>,
): { readonly run: OpenCollectionObject | undefined; readonly others: Bodies<Body> } {
  const { body, bodyVariants } = bodies
  const others = {
    body: withRunLimits(body, undefined),
    ...(bodyVariants === undefined ? {} : { bodyVariants }),
  }
  const limits = body.type === 'graphql' ? body.subscription?.runLimits : undefined
  return { run: writeStreamLimits('events', limits), others }
}

/**
 * Reads the `body` of an HTTP request: one body, or a list of titled bodies whose selected one (or else the
 * first) is the request's body. The extension of a variant is found by its title; among equal titles by
 * order.
 */
export function readHttpBodies(http: ObjectReader, parley: ObjectReader): Bodies<HttpBody> {
  if (!http.isList('body')) return { body: readHttpBody(http.object('body'), parley.object('body')) }
  const takeExtension = takeByName(parley, 'bodyVariants', 'title')
  const variants = http.objects('body', entry => {
    const extension = takeExtension(entry.text('title'))
    return readVariant(entry, body => readHttpBody(body, extension))
  })
  return { body: chosenVariant(variants)?.body ?? { type: 'none' }, bodyVariants: variants }
}

/**
 * Writes the bodies. The request's body replaces that of the selected variant, because it is the one that was
 * edited.
 */
export function writeHttpBodies(bodies: Bodies<HttpBody>): {
  readonly body: WithExtension
  readonly variantExtensions: readonly OpenCollectionObject[] | undefined
} {
  const variants = withEditedBody(bodies)
  if (variants === undefined) return { body: writeHttpBody(bodies.body), variantExtensions: undefined }
  const written = variants.map(variant => ({ variant, ...writeRequiredHttpBody(variant.body) }))
  // If one variant needs an entry, all get one, because variants with the same title are distinguished by
  // order.
  const isExtended = written.some(({ extension }) => extension !== undefined)
  return {
    body: {
      value: written.map(({ variant, value }) => writeVariant(variant, value)),
      extension: undefined,
    },
    variantExtensions: isExtended
      ? written.map(({ variant, extension }) => ({ title: variant.title, ...extension }))
      : undefined,
  }
}

/** Reads the same for a GraphQL request. */
export function readGraphQlBodies(graphql: ObjectReader, parley: ObjectReader): Bodies<GraphQlBody> {
  if (!graphql.isList('body'))
    return { body: readGraphQlBody(graphql.object('body'), parley.object('graphql')) }
  const takeExtension = takeByName(parley, 'bodyVariants', 'title')
  const variants = graphql.objects('body', entry => {
    const extension = takeExtension(entry.text('title'))
    return readVariant(entry, body => readGraphQlBody(body, extension))
  })
  const body = chosenVariant(variants)?.body ?? { type: 'graphql', query: '', variables: '' }
  return { body, bodyVariants: variants }
}

/** Returns the bodies of a GraphQL request as the schema stores them, and the rest in the extension. */
export function writeGraphQlBodies(bodies: Bodies<GraphQlBody>): {
  readonly body: WithExtension
  readonly variantExtensions: readonly OpenCollectionObject[] | undefined
} {
  const variants = withEditedBody(bodies)
  if (variants === undefined) {
    const extension = writeGraphQlExtension(bodies.body)
    return {
      body: { value: unlessEmpty(writeGraphQlBody(bodies.body)), extension },
      variantExtensions: undefined,
    }
  }
  const extensions = variants.map(({ body }) => writeGraphQlExtension(body))
  const isExtended = extensions.some(extension => Object.keys(extension).length > 0)
  return {
    body: {
      value: variants.map(variant => writeVariant(variant, writeGraphQlBody(variant.body))),
      extension: undefined,
    },
    // Every variant has an entry if any has one: variants with the same title are distinguished by order.
    variantExtensions: isExtended
      ? variants.map(({ title }, at) => ({ title, ...extensions[at] }))
      : undefined,
  }
}

function chosenVariant<Body>(variants: readonly BodyVariant<Body>[]): BodyVariant<Body> | undefined {
  return variants.find(variant => variant.selected) ?? variants[0]
}

function withEditedBody<Body>({
  body,
  bodyVariants,
}: Bodies<Body>): readonly BodyVariant<Body>[] | undefined {
  if (bodyVariants === undefined) return undefined
  const chosen = chosenVariant(bodyVariants)
  return bodyVariants.map(variant => (variant === chosen ? { ...variant, body } : variant))
}

function readVariant<Body>(entry: ObjectReader, readBody: (body: ObjectReader) => Body): BodyVariant<Body> {
  return {
    title: entry.text('title'),
    selected: entry.flag('selected'),
    body: readBody(entry.object('body')),
  }
}

function writeVariant<Body>(variant: BodyVariant<Body>, body: OpenCollectionValue): OpenCollectionObject {
  return objectOf({ title: variant.title, selected: trueOrNothing(variant.selected), body })
}
