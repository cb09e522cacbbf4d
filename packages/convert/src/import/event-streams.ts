import {
  type Collection,
  defaultStreamSettings,
  eventStreamRequestOf,
  type HttpRequest,
  type Item,
  withKindPart,
} from '@parley/model'

/** A request that asks for an event stream, which can be imported as one of the kind Server-Sent Events. */
export interface EventStreamCandidate {
  /** Its name and those of its containers, outermost first. */
  readonly place: readonly string[]
  /** How many examples it has, which that kind cannot store. */
  readonly examples: number
}

/** Returns the requests of a collection that ask for an event stream. */
export function eventStreamsIn(collection: Collection): readonly EventStreamCandidate[] {
  return candidatesIn(collection.items, [collection.name])
}

/** Returns a collection whose requests for event streams are of the kind Server-Sent Events. */
export function withEventStreams(collection: Collection): Collection {
  return { ...collection, items: collection.items.map(converted) }
}

function candidatesIn(items: readonly Item[], path: readonly string[]): readonly EventStreamCandidate[] {
  return items.flatMap(item => {
    if (item.kind === 'folder') return candidatesIn(item.items, [...path, item.name])
    if (item.kind !== 'http' || !isCandidate(item)) return []
    return [{ place: [...path, item.name], examples: item.examples.length }]
  })
}

function converted(item: Item): Item {
  if (item.kind === 'folder') return { ...item, items: item.items.map(converted) }
  if (item.kind !== 'http' || !isCandidate(item)) return item
  return eventStreamRequestOf(withKindPart(item, { stream: defaultStreamSettings })) ?? item
}

/** A request with several bodies or a page stays HTTP, because the kind has no place for them. */
function isCandidate(request: HttpRequest): boolean {
  return request.bodyVariants === undefined && request.app === undefined && asksForStream(request)
}

function asksForStream({ headers, examples }: HttpRequest): boolean {
  const accept = headers.find(({ enabled, name }) => enabled && name.toLowerCase() === 'accept')
  const types = accept?.value.split(',').map(mediaType) ?? []
  // Beside another type a stream is only one of the possible responses.
  if (types.length > 0 && types.every(type => type === 'text/event-stream' || type === '*/*'))
    return types[0] === 'text/event-stream' || hasStreamExample(examples)
  return types.length === 0 && hasStreamExample(examples)
}

function hasStreamExample(examples: HttpRequest['examples']): boolean {
  return examples.some(({ response }) =>
    response?.headers.some(
      ({ name, value }) => name.toLowerCase() === 'content-type' && mediaType(value) === 'text/event-stream',
    ),
  )
}

function mediaType(value: string): string {
  return value.replace(/;.*$/s, '').trim().toLowerCase()
}
