import type { HttpBody, HttpRequest } from '@parley/model'

/** Returns the body to send if there are several. */
export function chosenBody(request: HttpRequest): HttpBody {
  const variants = request.bodyVariants ?? []
  return (variants.find(variant => variant.selected) ?? variants[0])?.body ?? request.body
}
