import {
  failed,
  type HttpBody,
  type HttpRequest,
  ok,
  type Result,
  type Row,
  type SendFailure,
} from '@parley/model'
import { fillUrl, MissingPathVariableError } from './message/fill-path-variables.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { RenderedRequest, ResolvedRequest, ScriptOutcome } from './stages.ts'
import type { DynamicSources } from './variables/dynamic-variables.ts'
import { fillStrings } from './variables/fill-strings.ts'
import { Substitution, SubstitutionError } from './variables/substitute.ts'

/** Stage 3: fills in every `{{name}}`; what no scope knows stays as typed and becomes a notice.
 * Path variables are filled in too; one without a value is a failure. */
export function renderRequest(
  resolved: ResolvedRequest,
  outcome: ScriptOutcome,
  sources: DynamicSources,
): Result<RenderedRequest, SendFailure> {
  const substitution = new Substitution(outcome.scopes, sources)
  try {
    const rendered = fillRequest(resolved, substitution)
    const names = [...substitution.unknownNames]
    return ok({
      ...rendered,
      withheld: substitution.withheld,
      notices: names.length === 0 ? [] : [{ code: 'UNKNOWN_VARIABLES', names }],
    })
  } catch (error) {
    if (error instanceof MissingPathVariableError)
      return failed(preparationFailure('template', 'MISSING_PATH_VARIABLE', error.variableName))
    if (!(error instanceof SubstitutionError)) throw error
    return failed(preparationFailure('template', error.code, error.path.join(' → ')))
  }
}

function fillRequest(resolved: ResolvedRequest, substitution: Substitution): RenderedRequest {
  const { request } = resolved
  const fillRows = (rows: readonly Row[]) =>
    rows
      .filter(row => row.enabled)
      .map(row => ({ ...row, name: substitution.fill(row.name), value: substitution.fill(row.value) }))
  return {
    stage: 'rendered',
    method: substitution.fill(request.method),
    url: fillUrl(request.url, request.pathParams, text => substitution.fill(text)),
    headers: fillRows(resolved.headers),
    cookies: fillRows(request.cookies),
    body: fillStrings(chosenBody(request), substitution),
    auth: fillStrings(resolved.auth, substitution),
    settings: resolved.settings,
    notices: [],
    withheld: [],
  }
}

/** Of several bodies the one that is sent. */
export function chosenBody(request: HttpRequest): HttpBody {
  const variants = request.bodyVariants ?? []
  return (variants.find(variant => variant.selected) ?? variants[0])?.body ?? request.body
}
